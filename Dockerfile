# The static program and nothing else; `cargo xtask dist` builds it first.
FROM scratch
COPY target/release-builds/x86_64-unknown-linux-musl/release/alinea /alinea
EXPOSE 4224
ENTRYPOINT ["/alinea"]
CMD ["serve", "--lan"]
