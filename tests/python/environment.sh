# For the scripts beside it: an environment of Python with what a file of requirements names. It is
# made once and kept in the folder of the builds.
root=$(cd ../.. && pwd)
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$root/target}
export CHASE=${CHASE:-$CARGO_TARGET_DIR/debug/chase}
export MPLBACKEND=Agg
wheels="$CARGO_TARGET_DIR/tools/wheels"

if ! command -v python3 >/dev/null; then
    echo "there is no python3; without it: .ci/run --without-python" >&2
    exit 1
fi
if ! python3 -c 'import ensurepip, venv' 2>/dev/null; then
    apt-get update
    apt-get install -y --no-install-recommends python3-venv
fi

enter_environment() {
    local needed environment
    needed=$(cat "$1"; python3 --version)
    environment="$CARGO_TARGET_DIR/tools/python-$(sha256sum <<<"$needed" | cut -c1-16)"
    if [ ! -e "$environment/complete" ]; then
        rm -rf "$environment"
        python3 -m venv "$environment"
        "$environment/bin/pip" install --quiet --disable-pip-version-check -r "$1"
        touch "$environment/complete"
    fi
    PATH="$environment/bin:$PATH"
}

install_wheel() {
    pip install --quiet --disable-pip-version-check --no-deps --force-reinstall "$wheels"/*.whl
}
