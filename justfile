# Every recipe is one plain cargo command, or a few; nothing needs just.

# What CI runs
ci:
    .ci/run

# All tests
test:
    cargo test --locked

# The package for Python: builds and tests it in an environment of its own
python:
    tests/python/run

# The page in which two files are compared without an installation: target/page/diff.html
page:
    src/page/build

# Formatting, lints, documentation
lint:
    cargo fmt --check
    cargo clippy --locked --all-targets --all-features -- -D warnings
    tests/face/run

# Breaking changes of the library since a commit (needs cargo-semver-checks)
semver since="HEAD^":
    cargo semver-checks --package chase-sim --baseline-rev {{since}}

# Look at changed goldens and accept or refuse them (needs cargo-insta)
review:
    cargo insta review

# All benches
bench:
    cargo bench --locked

# Record the embedded example
record:
    cargo run --release --locked -- record

# A release's archive and wheel for this platform, in target/release-files (needs maturin)
release:
    cargo build --locked --profile dist --all-features
    .github/archive target/dist/chase "$(rustc -vV | sed -n 's/^host: //p')" target/release-files
    maturin build --locked --profile dist --manifest-path src/python/Cargo.toml --out target/release-files

# The pictures of docs/view.md and docs/playing.md
pictures:
    cargo build --release --locked
    cd tests/web && npm ci && CHASE=../../target/release/chase node pictures.js

# Licences and advisories (needs cargo-deny)
deny:
    cargo deny check

# Print the sentences of the program: each text of two words or more, with its file and line.
strings:
    #!/usr/bin/env perl
    undef $/;
    foreach my $file (split /\n/, `git ls-files 'src/*.rs' ':!:*tests*'`) {
        open(my $in, '<', $file) or die "$file: $!\n";
        my $code = <$in>;
        $code =~ s/#\[cfg\(test\)\]\s*mod \w+ \{ .*\z//xs;
        while ($code =~ m{//[^\n]*|'\\?"'|"((?:[^"\\]|\\.)*)"}gs) {
            next unless defined $1;
            next if substr($code, 0, $-[0]) =~ /(expect\(|panic!\(|unreachable!\(|reason = )\s*\z/;
            my ($text, $line) = ($1, 1 + (substr($code, 0, $-[0]) =~ tr/\n//));
            $text =~ s/\\\n\s*//g;
            print "$file:$line: $text\n" if $text =~ /[a-z]{2,} [a-z]{2,}/;
        }
    }
