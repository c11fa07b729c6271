"""A language model at the table: a seat over HTTP, told in words (docs/laboratory.md).

A guest comes with the link of a seat or an invitation, as a person does, and is told what that
seat is told. `tools` offers it by the Model Context Protocol.
"""
