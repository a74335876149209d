# The static program and nothing else; `cargo xtask dist` builds it first.
FROM scratch
COPY target/release-builds/stripped/alinea /alinea
EXPOSE 4224
ENTRYPOINT ["/alinea"]
CMD ["serve", "--lan"]
