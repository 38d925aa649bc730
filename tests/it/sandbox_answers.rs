//! A graded program cannot ask `chase` for the answer: every build of it, wherever and under whatever name
//! it lies, and the transcripts that gradings kept are masked; in namespaces and without.

#![expect(clippy::print_stderr, reason = "what is not tried on a machine is said")]

use crate::harness::{Place, Ran};
use crate::sandbox_ways::{FILTERED, NO_LANDLOCK, NO_NAMESPACES, can, has_namespaces};

/// A program that is graded. Each of its words that begins with `at=` is a way to an answer: a program that
/// is started and must play, or a file that is read. What came off is said, and it ends with status 3.
const THIEF: &str = "\
import os, subprocess, sys
off = []
for word in sys.argv[1:]:
    if not word.startswith('at='):
        continue
    name, way = word[3:].split('=', 1)
    try:
        if name == 'kept':
            open(way, 'rb').read(1)
            off.append(name)
            continue
        played = subprocess.run([way, '--version'], capture_output=True, text=True)
        if played.stdout.startswith('chase '):
            off.append(name)
    except OSError:
        pass
sys.exit(f'came off: {\" \".join(off) or \"nothing\"}.') if off else sys.exit('came off: nothing.')
";

/// How builds are installed, in a folder that programs may read.
const INSTALLED: &str = "mkdir -p sys/bin sys/deep/er sys/python sys/kept && cp $CHASE sys/bin/chase && \
     ln sys/bin/chase sys/deep/er/other && (ln $CHASE sys/hard || ln sys/bin/chase sys/hard) && \
     ln -s bin/chase sys/link && ln -s $CHASE sys/away && \
     ln sys/bin/chase sys/python/_chase.abi3.so && \
     printf '#!/bin/sh\\nexec chase \"$@\"\\n' > sys/wrapper && chmod +x sys/wrapper && \
     echo 'an answer' > sys/kept/expected";

/// The ways to them.
const WAYS: &str = "at=path=$PWD/sys/bin/chase at=copy=$PWD/sys/deep/er/other at=hard=$PWD/sys/hard \
     at=link=$PWD/sys/link at=away=$PWD/sys/away at=module=$PWD/sys/python/_chase.abi3.so \
     at=name=chase at=wrapper=$PWD/sys/wrapper at=first=/proc/1/exe at=self=/proc/self/exe \
     at=kept=$PWD/sys/kept/expected";

/// All of them that come off where programs are trusted: neither the first process nor the program
/// itself is `chase`, or can be asked.
const ALL: &str = "came off: path copy hard link module name wrapper kept.";

fn place() -> Place {
    let place = Place::new();
    place.shell("mkdir thief spy").status(0);
    place.write("thief/thief.py", THIEF);
    place.write("spy/filtered.py", FILTERED);
    place.shell(INSTALLED).status(0);
    place
}

/// Grades the thief, begun by a command.
fn graded(place: &Place, by: &str, words: &str) -> Ran {
    place.shell(&format!(
        "PATH=$PWD/sys/bin:$PATH {by} $CHASE grade --cases 1 --part map --allow $PWD/sys \
         --keep sys/kept {words} -- /usr/bin/python3 thief/thief.py {WAYS}"
    ))
}

#[test]
fn no_way_leads_a_graded_program_to_the_answer() {
    if !chase::outside::sandbox::withholds_reading() {
        eprintln!("not tried here: this kernel has no Landlock");
        return;
    }
    let place = place();
    // Each of them is a danger.
    graded(&place, "", "--trust-programs").status(1).stdout_has(ALL);
    for (by, words) in [("", ""), ("", "--dirs /usr,/lib,/lib64,/bin"), (NO_NAMESPACES, "")] {
        if can(by) && (words.is_empty() || has_namespaces("")) {
            graded(&place, by, words).status(1).stdout_has("came off: nothing.");
        }
    }
}

#[test]
fn nothing_is_graded_where_answers_cannot_be_hidden_unless_programs_are_trusted() {
    let place = place();
    if !can(NO_LANDLOCK) {
        return;
    }
    graded(&place, NO_LANDLOCK, "").trouble(&["to get the answers", "--trust-programs"]);
    graded(&place, NO_LANDLOCK, "--trust-programs").status(1).stdout_has("came off: ");
    // Who switches the sandbox off has said so.
    graded(&place, "", "--sandbox off").status(1).stdout_has("came off: path");
}

#[test]
fn the_folders_of_dirs_are_all_that_is_there() {
    if !has_namespaces("") {
        eprintln!("not tried here: there are no namespaces");
        return;
    }
    let place = Place::new();
    place.shell("mkdir own").status(0);
    place.write("own/look.py", LOOK);
    let grade = |words: &str| {
        place.shell(&format!(
            "$CHASE grade --cases 1 --part map {words} -- /usr/bin/python3 own/look.py"
        ))
    };
    grade("").status(1).stdout_has("there: /etc/passwd /var /dev/tty.");
    let ran = grade("--dirs /usr,/lib,/lib64,/bin");
    ran.status(1).stdout_has("there: .");
    let ran = grade("--dirs /usr,/lib,/lib64,/bin --allow /var");
    ran.status(1).stdout_has("there: /var.");
    grade("--dirs /usr --sandbox off").trouble(&["--dirs", "needs namespaces"]);
    grade("--dirs /usr,/nowhere").trouble(&["/nowhere", "No such file"]);
}

/// Says what is there of what it looks for, once it has written its folder.
const LOOK: &str = "\
import os, sys
open('own', 'w').write('x')
open('/dev/shm/own', 'w').write('x')
open('/dev/null', 'w').write('x')
there = [it for it in ('/etc/passwd', '/var', '/dev/tty') if os.path.exists(it)]
sys.exit('there: ' + ' '.join(there) + '.')
";

/// What stays visible where nobody is graded: a program that a command line names.
#[test]
fn a_match_can_be_played_with_an_installed_build() {
    let place = place();
    let line = "PATH=$PWD/sys/bin:$PATH $CHASE match animal-checkers --games 1 --seed 1 --player \
                'exec:chase player animal-checkers greedy --stdio' --player random";
    place.shell(line).fine().stdout_has("1 game");
}

#[test]
fn a_build_that_a_program_brings_along_is_told() {
    if !chase::outside::sandbox::withholds_reading() {
        eprintln!("not tried here: this kernel has no Landlock");
        return;
    }
    let place = Place::new();
    let line = "mkdir -p all/ann all/bob && cp $CHASE all/ann/table.json && ln all/ann/table.json all/bob/x && \
                echo 'print()' | tee all/ann/game.py all/bob/game.py";
    place.shell(line).status(0);
    let own = "$CHASE grade --cases 1 --part map -- /usr/bin/python3 all/ann/game.py";
    place
        .shell(own)
        .status(1)
        .stderr_has("all/ann/table.json: this file of the graded program is a build of `chase`");
    let course = "$CHASE grade --all all --build 'rm -f x' --program '/usr/bin/python3 game.py' \
                  --cases 1 --part map -o report";
    let ran = place.shell(course).status(1);
    ran.stdout_has("`table.json` is a build of `chase`").stdout_has("`x` is a build of `chase`");
}

/// What a program was refused is told, and the way out, where it is known.
#[test]
fn what_the_sandbox_refuses_is_said_as_that() {
    if !chase::outside::sandbox::missing().is_empty() {
        eprintln!("not tried here: this kernel cannot withhold everything");
        return;
    }
    let place = Place::new();
    let line = "mkdir own else && printf '#!/bin/sh\\necho ann\\n' > else/real && \
                printf '#!/bin/sh\\nexec '$PWD'/else/real\\n' > own/wrapper && \
                printf '#!'$PWD'/else/real\\n' > own/script && chmod +x own/* else/*";
    place.shell(line).status(0);
    let real = place.file("else/real");
    let real = real.canonicalize().expect("a file");
    let real = real.display();
    let told = format!("the sandbox does not let it read {real}; `--allow {real}` does");
    let grade = "$CHASE grade --cases 1 --part map";
    for (line, status) in [
        (format!("{grade} -- own/wrapper"), 1),
        ("$CHASE match animal-checkers --games 1 --seed 1 --player exec:own/wrapper --player greedy".to_owned(), 1),
        ("$CHASE match fishing --games 1 --seed 1 --player file:own/wrapper,id=ann --player greedy".to_owned(), 1),
    ] {
        place.shell(&line).status(status).stdout_has(&told);
    }
    let line = "$CHASE match fishing --seed 1 --player file:own/wrapper --player greedy";
    let ran = place.shell(line).status(2);
    ran.stderr_has(&format!("printed ``, expected an ID; {told}"));
    // In the table of a course as well, for whoever looks at nothing else.
    place.shell("mkdir -p all/ann && cp own/wrapper all/ann/game").status(0);
    let course = "$CHASE grade --all all --program ./game --cases 1 --part map -o report";
    let ran = place.shell(course).status(1);
    ran.stdout_has(&format!("in 1 of 1 cases {told}"));
    // The way out is one; what comes then is the program's.
    let ran = place.shell(&format!("{grade} --allow {real} -- own/wrapper"));
    assert!(!ran.stdout.contains("sandbox"), "{ran}");
}
