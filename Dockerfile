# Stavka for a house or a club:
#   docker build -t stavka .
#   docker run --init -p 8421:8421 -v stavka-games:/games stavka
# The steps are those of deploy/, which `make dist` tries out.

# Debian 13: its Node.js is new enough to build the page.
ARG BASE=python:3.13-slim-trixie

FROM ${BASE} AS build
RUN apt-get update \
 && apt-get install -y --no-install-recommends nodejs npm \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY . .
# --hosted: with what a server with PostgreSQL needs.
ARG EXTRAS=
RUN deploy/install.sh ${EXTRAS} /opt/stavka

FROM ${BASE}
RUN useradd --system --uid 8421 --no-create-home stavka \
 && install -d -o stavka -m 700 /games
COPY --from=build /opt/stavka /opt/stavka
COPY deploy/serve.sh deploy/healthy.py /opt/stavka/bin/
ENV PATH=/opt/stavka/bin:$PATH \
    STAVKA_GAMES=/games
USER stavka
VOLUME /games
EXPOSE 8421
HEALTHCHECK --interval=30s --timeout=10s --start-period=20s \
  CMD ["python", "/opt/stavka/bin/healthy.py"]
ENTRYPOINT ["serve.sh"]
