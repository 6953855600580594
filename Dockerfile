# The image of Redactor: service, worker and exporter are commands of it. It holds no keyring, no settings and no data.
# docs/guide/deploy.md says how it is run.
#
# The tag names a release of Python and of Debian. To pin the bytes too, pull it once, look up its digest, and build with
# it: docker build --build-arg PYTHON=python:3.11.13-slim-bookworm@sha256:...
ARG PYTHON=python:3.11.13-slim-bookworm

FROM ${PYTHON} AS build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1 PYTHONDONTWRITEBYTECODE=1
WORKDIR /src
# The packages first: they change less often than the code. Every one is the one that was tested, by its hash.
COPY requirements/image.txt requirements/
RUN python -m venv --without-pip /opt/redactor
RUN python -m pip --python /opt/redactor/bin/python install --require-hashes --only-binary :all: -r requirements/image.txt
COPY pyproject.toml README.md LICENSE NOTICE CHANGELOG.md ./
COPY licenses licenses
COPY audio audio
COPY redactor redactor
COPY relex relex
COPY schemas schemas
COPY streams streams
RUN python -m pip --python /opt/redactor/bin/python wheel --no-deps --no-build-isolation --wheel-dir /wheel .
RUN python -m pip --python /opt/redactor/bin/python install --no-deps --no-index /wheel/clinical_redactor-*.whl
RUN /opt/redactor/bin/python -m compileall -q /opt/redactor/lib

FROM ${PYTHON}
COPY --from=build /opt/redactor /opt/redactor
RUN useradd --system --uid 10001 --user-group --no-create-home --home-dir /var/lib/redactor --shell /usr/sbin/nologin redactor \
	&& install -d -m 0700 -o redactor -g redactor /var/lib/redactor /var/lib/redactor-heads /out
# home and the heads of its stores lie on volumes. The heads are elsewhere than home, so that a home of yesterday is noticed;
# beside the keyring, where they are by default, nothing can be written.
ENV PATH=/opt/redactor/bin:$PATH \
	PYTHONDONTWRITEBYTECODE=1 \
	REDACTOR_HOME=/var/lib/redactor/home \
	REDACTOR_APPROVALS_HEAD=/var/lib/redactor-heads/approvals \
	REDACTOR_KNOWN_HEAD=/var/lib/redactor-heads/known \
	REDACTOR_ACCESS_HEAD=/var/lib/redactor-heads/access \
	REDACTOR_KEYRING=/run/secrets/redactor-keyring
USER 10001:10001
WORKDIR /tmp
# One process writes to a volume. /tmp is the only other place that is written to.
VOLUME ["/var/lib/redactor", "/var/lib/redactor-heads"]
EXPOSE 8443
STOPSIGNAL SIGTERM
# The service alone answers on this port; the worker and the exporter of a stream switch the check off.
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
	CMD ["python", "-c", "import ssl, urllib.request as u; u.urlopen('https://127.0.0.1:8443/ready', timeout=4, context=ssl._create_unverified_context())"]
ENTRYPOINT ["redactor"]
CMD ["serve", "--host", "0.0.0.0", "--tls-cert", "/run/secrets/redactor-tls-cert", "--tls-key", "/run/secrets/redactor-tls-key"]
