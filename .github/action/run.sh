#!/usr/bin/env bash
# What action.yml runs: one command of chase. All that it is given comes in variables, so that no input is ever
# read as shell:
#
#   INPUT_COMMAND  verify, diff or grade
#   INPUT_ARGS     the arguments of the command. Blanks and ends of lines separate them; quotes and backslashes
#                  protect a blank. Nothing else has a meaning: no variables, no patterns of file names.
#   INPUT_PATH     the program chase; if empty, a release is fetched from the address in Cargo.toml
#   INPUT_VERSION  which release, as in 0.1.0; if empty, the version in Cargo.toml
#   INPUT_JUNIT    the file for the results as JUnit; if empty, none is written
#
# It prints what chase prints, adds the same to the file $GITHUB_STEP_SUMMARY, writes `status` and `junit` to the
# file $GITHUB_OUTPUT, and exits with the status of chase: 0 fine, 1 differs or fails, 2 trouble.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
summary=${GITHUB_STEP_SUMMARY:-/dev/null}
outputs=${GITHUB_OUTPUT:-/dev/null}
# GitHub refuses a summary of more than 1 MiB.
summary_bytes_max=500000

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Says what is wrong with what the action was given, and exits as chase does in trouble.
trouble() {
    echo "chase action: $1" >&2
    printf '### chase was not run\n\n    %s\n' "${1//$'\n'/ }" >>"$summary"
    echo "status=2" >>"$outputs"
    exit 2
}

# The first value of a key that stands at the beginning of a line in Cargo.toml: those of [workspace.package].
of_project() {
    sed -n "s/^$1 = \"\\(.*\\)\"\$/\\1/p" "$root/Cargo.toml" | head -n 1
}

# Downloads a file of a release into the folder of this run.
download() {
    curl --fail --silent --show-error --location --retry 3 --proto '=https' --output "$work/$2" "$1/$2"
}

# Fetches a release and sets `program`.
fetch_program() {
    local address version target name from
    address=$(of_project repository)
    version=${INPUT_VERSION:-$(of_project version)}
    version=${version#v}
    case "$address" in
        *OWNER_NOT_SET*) trouble "there are no releases yet: build chase in a step before, and give its path" ;;
    esac
    case "$version" in
        '' | *[!0-9A-Za-z.+-]*) trouble "version: expected a number as in 0.1.0" ;;
    esac
    case "$(uname -s) $(uname -m)" in
        "Linux x86_64") target=x86_64-unknown-linux-musl ;;
        "Linux aarch64" | "Linux arm64") target=aarch64-unknown-linux-musl ;;
        "Darwin x86_64") target=x86_64-apple-darwin ;;
        "Darwin arm64") target=aarch64-apple-darwin ;;
        *) trouble "there is no release for $(uname -sm): build chase in a step before, and give its path" ;;
    esac
    name="chase-$version-$target"
    from="$address/releases/download/v$version"
    download "$from" "$name.tar.gz" || trouble "cannot fetch $from/$name.tar.gz"
    download "$from" "$name.tar.gz.sha256" || trouble "cannot fetch $from/$name.tar.gz.sha256"
    (
        cd "$work"
        if command -v sha256sum >/dev/null; then
            sha256sum -c "$name.tar.gz.sha256"
        else
            shasum -a 256 -c "$name.tar.gz.sha256"
        fi
    ) >&2 || trouble "$name.tar.gz does not have the checksum that was published with it"
    tar -C "$work" -xzf "$work/$name.tar.gz"
    program="$work/$name/chase"
}

command=${INPUT_COMMAND:-}
case "$command" in
    verify | diff | grade) ;;
    *) trouble "command: expected verify, diff or grade" ;;
esac

# xargs knows quotes and backslashes and expands nothing. A quote that is not closed is an error.
args=()
if [[ "${INPUT_ARGS:-}" == *[![:space:]]* ]]; then
    xargs printf '%s\0' <<<"$INPUT_ARGS" >"$work/args" 2>/dev/null || trouble "args: a quote is not closed"
    while IFS= read -r -d '' word; do
        args+=("$word")
    done <"$work/args"
fi
for word in ${args[@]+"${args[@]}"}; do
    case "$word" in
        --) break ;;
        --format | --format=*) trouble "args: leave out --format, the action sets it" ;;
    esac
done

junit=${INPUT_JUNIT:-}
case "$junit" in
    *[[:cntrl:]]*) trouble "junit: expected the name of a file" ;;
esac

if [ -n "${INPUT_PATH:-}" ]; then
    program=$(command -v -- "$INPUT_PATH") || trouble "path: there is no program $INPUT_PATH"
else
    fetch_program
fi

# Lines that a checked program printed must not be read as commands to GitHub.
if [ -n "${GITHUB_ACTIONS:-}" ]; then
    token=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
    echo "::stop-commands::$token"
fi
status=0
"$program" "$command" ${args[@]+"${args[@]}"} </dev/null 2>&1 | tee "$work/text" || status=${PIPESTATUS[0]}
if [ -n "${GITHUB_ACTIONS:-}" ]; then
    # At the beginning of a line, or GitHub does not see it.
    [ -z "$(tail -c 1 "$work/text")" ] || echo
    echo "::$token::"
fi

# chase prints one format in a run, so JUnit takes a second one.
if [ -n "$junit" ]; then
    second=0
    "$program" "$command" --format junit ${args[@]+"${args[@]}"} </dev/null >"$work/junit" 2>/dev/null || second=$?
    if [ "$second" = "$status" ] && [ -s "$work/junit" ]; then
        mkdir -p -- "$(dirname -- "$junit")"
        cp -- "$work/junit" "$junit"
    else
        echo "chase action: $junit is not written: the second run, for JUnit, ended with status $second" >&2
        junit=
    fi
fi

case "$status" in
    0) verdict="all is right" ;;
    1) verdict="something differs or fails" ;;
    *) verdict="trouble, status $status" ;;
esac
# Lines that are indented by four blanks are shown as they are.
{
    echo "### chase $command: $verdict"
    echo
    printf '    $ chase %s' "$command"
    if [ ${#args[@]} -gt 0 ]; then
        printf ' %q' "${args[@]}"
    fi
    echo
    head -c "$summary_bytes_max" "$work/text" | tr -d '\r' | sed 's/^/    /'
    echo
    if [ "$(wc -c <"$work/text")" -gt "$summary_bytes_max" ]; then
        echo "The text was cut here. The log of the job has all of it."
    fi
} >>"$summary"
{
    echo "status=$status"
    echo "junit=$junit"
} >>"$outputs"
exit "$status"
