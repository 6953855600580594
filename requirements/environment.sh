#!/bin/sh
# environment.sh PYTHON VENV LOCK: an environment in the folder VENV with the packages of a lock file and this project.
# Where it cannot be made, the first line says what is missing. uv finds a Python by itself; PYTHON is for pip.
set -eu
python=$1 venv=$2 lock=$3

fail() {
	echo "$1" >&2
	exit 1
}

# quietly COMMAND ...: what it prints is shown only where it fails.
quietly() {
	if ! printed=$("$@" 2>&1); then
		fail "The packages of $lock cannot be installed: does a package index answer? What the installer says:
$printed"
	fi
}

if command -v uv >/dev/null 2>&1; then
	uv venv --quiet --allow-existing --python '>=3.11' "$venv"
	quietly uv pip install --quiet --python "$venv/bin/python" --require-hashes -r "$lock"
	quietly uv pip install --quiet --python "$venv/bin/python" --no-deps --no-build-isolation -e .
else
	command -v "$python" >/dev/null 2>&1 ||
		fail "Redactor needs Python 3.11 or later; there is no $python: make PY=python3.12 ... names another."
	"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
		fail "Redactor needs Python 3.11 or later; $python is $("$python" -V 2>&1): make PY=python3.12 ... names another."
	"$python" -c 'import ensurepip, venv' 2>/dev/null ||
		fail "Redactor needs the venv module, which $python lacks: on Debian, apt-get install python3-venv."
	# Nothing needs pip once all is installed, so that it runs in an environment of its own, which then goes.
	"$python" -m venv --without-pip "$venv"
	trap 'rm -rf "$venv/installer"' EXIT
	"$python" -m venv "$venv/installer"
	install() {
		quietly "$venv/installer/bin/python" -m pip --python "$venv/bin/python" install --quiet \
			--disable-pip-version-check "$@"
	}
	install --require-hashes -r "$lock"
	install --no-deps --no-build-isolation -e .
fi
