"""Ends well if the server on this machine is well: the health check of the container."""

import os
import urllib.request

address = f"http://127.0.0.1:{os.environ.get('STAVKA_PORT', '8421')}/health"
# Whatever proxy the environment names, this machine is reached directly.
direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
# An answer that is not 200 raises an error.
with direct.open(address, timeout=5) as answer:
    answer.read()
