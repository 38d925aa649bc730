//! What the user asks for holds, or is refused: files, descriptions of logs, input, what is kept.

use super::repeat;
use crate::harness::Place;

/// A line of the shell that counts its runs in `$n`, from 0.
fn counting(line: &str) -> String {
    format!("n=$(cat n 2>/dev/null || echo 0); echo $((n + 1)) > n; {line}")
}

#[test]
fn a_file_that_no_run_leaves_is_trouble() {
    let place = Place::new();
    repeat(&place, "--only threads --file there --file typo.bin", "echo 1 > there")
        .trouble(&["typo.bin: none of the 3 runs left this file"]);
    repeat(&place, "--only threads --file there", "echo 1 > there").fine();
}

/// As `diff` refuses it, even where all runs print the same.
#[test]
fn what_is_said_of_a_log_has_to_be_true_of_it() {
    let place = Place::new();
    let log = "echo t,x; echo 1,2; echo 2,3";
    repeat(&place, "--only threads --tick t --tolerance x=1", log).fine();
    for (said, column) in [("--tick q", "q"), ("--entity q", "q"), ("--tolerance zzz=1", "zzz")] {
        let told = format!("there is no column `{column}`");
        repeat(&place, &format!("--only threads {said}"), log).trouble(&["run 1:", &told]);
    }
    place.write("like.toml", "form = \"csv\"\ntick = \"q\"\n");
    repeat(&place, "--only threads --like like.toml", log)
        .trouble(&["run 1:", "there is no column `q`"]);
}

/// A later run that is no such log differs from the first, and why is told.
#[test]
fn a_run_that_is_no_log_as_it_is_said_differs() {
    let place = Place::new();
    let log = counting("test $n = 0 && echo t,x || echo u,x; echo 1,2; echo 2,3");
    let ran = repeat(&place, "--only load --tick t", &log).status(1);
    ran.stdout_has("standard output: byte 0: 74, 75; run 2:").stdout_has("there is no column `t`");
}

#[test]
fn every_run_reads_the_same_input_or_none() {
    let place = Place::new();
    place.write("in.txt", "abc\n");
    let line = "cat > got";
    repeat(&place, "--only threads --file got --input in.txt", line).fine();
    assert_eq!(place.read("got"), b"abc\n");
    repeat(&place, "--only threads --file got", line).fine();
    assert_eq!(place.read("got"), b"");
    repeat(&place, "--input nowhere.txt", line).trouble(&["nowhere.txt: cannot read"]);
    repeat(&place, "--input .", line).trouble(&["it has to be a file"]);
}

/// Files of one name in two folders, and one that is called as what is printed.
#[test]
fn all_files_are_kept_and_nothing_is_replaced() {
    let place = Place::new();
    let line = "mkdir -p a b; head -c 8 /dev/urandom > a/out.bin; echo b > b/out.bin; \
                echo file > stdout; echo printed";
    let options = "--only threads --file a/out.bin --file b/out.bin --file stdout --keep kept";
    repeat(&place, options, line).status(1);
    for run in ["kept/run-1", "kept/run-2"] {
        assert_eq!(place.read(&format!("{run}/stdout")), b"printed\n");
        assert_eq!(place.read(&format!("{run}/files/stdout")), b"file\n");
        assert_eq!(place.read(&format!("{run}/files/a/out.bin")).len(), 8);
        assert_eq!(place.read(&format!("{run}/files/b/out.bin")), b"b\n");
    }
    let before = place.read("kept/run-1/files/a/out.bin");
    repeat(&place, options, line).trouble(&["kept/run-", "a run is kept under this name already"]);
    assert_eq!(place.read("kept/run-1/files/a/out.bin"), before);
}

/// Two signals are two ends.
#[test]
#[cfg(unix)]
fn signals_are_told_apart() {
    let place = Place::new();
    let line = counting("test $((n % 2)) = 0 && kill -KILL $$; kill -TERM $$");
    let ran = repeat(&place, "--only threads", &line).status(1);
    ran.stdout_has("not repeatable, even with nothing varied; no cause found\n")
        .stdout_has("end: signal 9 (SIGKILL); signal 15 (SIGTERM)");
}
