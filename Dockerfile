# A small image with `chase` in it, run by an ordinary user:
#
#     docker build --build-arg CHASE_COMMIT="$(git rev-parse --short=12 HEAD)" -t chase .
#     docker run --rm -v "$PWD:/work" chase verify replays/police/S3.json
#
# What writes into that folder needs its owner: --user "$(id -u):$(id -g)".
#
# Players and programs to grade need what they are written in: begin an image of your own with this one.
FROM rust:1.88-alpine AS build
RUN apk add --no-cache musl-dev
ARG CHASE_COMMIT=""
WORKDIR /src
COPY . .
RUN cargo build --locked --profile dist --all-features

FROM alpine:3.22
RUN adduser -D -u 1000 chase
COPY --from=build /src/target/dist/chase /usr/local/bin/chase
USER chase
WORKDIR /work
ENTRYPOINT ["chase"]
