//! The supervisor of a run on Linux: this program is started a second time and stays beside the program,
//! as the parent that inherits every process whose own parent ended. So whatever the program starts is
//! its descendant, in a session of its own and with an empty environment too, and it does not end before
//! all of them have. It ends them when the program has ended, when it is told to stop, and when the
//! process that started it is gone.

use std::fs::OpenOptions;
use std::io::{self, IoSlice, IoSliceMut};
use std::mem::MaybeUninit;
use std::net::Shutdown;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt as _;
use std::process::{Child, ChildStdin, Command};
use std::sync::Arc;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, recvmsg, sendmsg,
};
use rustix::process::{Pid, PidfdFlags, WaitOptions, WaitStatus, pidfd_open, wait};
use rustix::stdio::{dup2_stderr, dup2_stdout, stdin};

use super::bounds::ResourceBounds;
use super::cgroup::MemoryGroup;
use super::limits::{ExceededLimit, ProgramEnd, SupervisorReport};
use super::namespaces::start_inside;
use super::process_group::number_of;
use super::process_tree::ProcessTree;

/// True: this system has supervisors.
pub(super) const IS_HERE: bool = true;

/// The line to a supervisor: it is told to stop by the end of it, and tells how the program ended.
#[derive(Clone, Debug)]
pub(super) struct SupervisorLine {
    line: Arc<UnixStream>,
}

/// The word of the report for processes that are left.
const LEFT: &str = "left";
/// The word of the report before the processor time, in milliseconds.
const USED: &str = "used ";
/// The word of the report before the index of the limit that was passed.
const STOPPED: &str = "stopped";
const STOPS: [ExceededLimit; 3] =
    [ExceededLimit::Processes, ExceededLimit::Memory, ExceededLimit::Folder];

impl SupervisorLine {
    /// Asks the supervisor to stop everything. Its report can still be read.
    pub fn stop(&self) {
        // A supervisor that is gone has ended everything.
        let _ = self.line.shutdown(Shutdown::Write);
    }

    /// The report, or nothing while the program goes on.
    pub fn report(&self) -> Option<SupervisorReport> {
        const BYTES_MAX: usize = 64;
        let mut bytes = [0; BYTES_MAX];
        let flags = RecvFlags::PEEK | RecvFlags::DONTWAIT;
        let (count, _) = rustix::net::recv(&self.line, &mut bytes, flags).ok()?;
        SupervisorReport::of(std::str::from_utf8(&bytes[..count]).ok()?)
    }
}

impl SupervisorReport {
    /// Reads the lines of a report.
    fn of(told: &str) -> Option<Self> {
        let mut lines = told.lines();
        let (how, number) = lines.next()?.split_once(' ')?;
        let number = number.parse().ok()?;
        let used = |line: &str| line.strip_prefix(USED)?.parse().ok();
        Some(SupervisorReport {
            end: match how {
                "exit" => ProgramEnd::Exit(number),
                STOPPED => ProgramEnd::Stopped(*STOPS.get(usize::try_from(number).ok()?)?),
                _ => ProgramEnd::Signal(number),
            },
            left_processes: lines.clone().any(|line| line == LEFT),
            used: lines.find_map(used).map(Duration::from_millis),
        })
    }
}

/// Starts a supervisor. The command lacks nothing but the supervisor's first words and its input; its own
/// input becomes that of the program.
pub(super) fn start(mut command: Command) -> io::Result<(Child, SupervisorLine)> {
    let (line, other_end) = UnixStream::pair()?;
    let (input, to_input) = io::pipe()?;
    send(&line, input.as_fd())?;
    command.stdin(OwnedFd::from(other_end));
    let mut child = command.spawn()?;
    child.stdin = Some(ChildStdin::from(OwnedFd::from(to_input)));
    let line = Arc::new(line);
    Ok((child, SupervisorLine { line }))
}

fn send(line: &UnixStream, end: BorrowedFd<'_>) -> io::Result<()> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
    let mut beside = SendAncillaryBuffer::new(&mut space);
    let ends = [end];
    beside.push(SendAncillaryMessage::ScmRights(&ends));
    sendmsg(line, &[IoSlice::new(b"i")], &mut beside, SendFlags::empty())?;
    Ok(())
}

fn receive(line: BorrowedFd<'_>) -> io::Result<OwnedFd> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
    let mut beside = RecvAncillaryBuffer::new(&mut space);
    let mut byte = [0];
    let mut into = [IoSliceMut::new(&mut byte)];
    recvmsg(line, &mut into, &mut beside, RecvFlags::CMSG_CLOEXEC)?;
    let mut ends = beside.drain().filter_map(|message| match message {
        RecvAncillaryMessage::ScmRights(mut ends) => ends.next(),
        _ => None,
    });
    ends.next().ok_or_else(|| io::ErrorKind::NotConnected.into())
}

/// Starts a program, and comes back when it and everything it started has ended. Its group counts its memory,
/// if it has one.
///
/// # Errors
/// It cannot be started.
pub(super) fn supervise(
    mut command: Command,
    bounds: ResourceBounds,
    group: Option<MemoryGroup>,
) -> io::Result<()> {
    let input = receive(stdin())?;
    let own = std::process::id();
    rustix::process::set_child_subreaper(number_of(own))?;
    let child = command.stdin(input).process_group(0).spawn()?;
    // It holds the program's end of the input.
    drop(command);
    let program = number_of(child.id()).ok_or(io::ErrorKind::NotFound)?;
    let ended = pidfd_open(program, PidfdFlags::empty())?;
    let_go_of_output()?;
    let tree = ProcessTree::below(own, group);
    Supervisor { program, ended, status: None, bounds, tree }.stay();
    Ok(())
}

/// Starts the supervisor by a command in namespaces, and comes back when it has ended: then they are
/// empty.
///
/// # Errors
/// There are no namespaces, or it failed; it has said why.
pub(super) fn stay_outside(command: Command) -> io::Result<()> {
    let mut inside = start_inside(command)?;
    let_go_of_output()?;
    match inside.wait()?.success() {
        true => Ok(()),
        false => Err(io::Error::other("it cannot be supervised")),
    }
}

struct Supervisor {
    program: Pid,
    /// Readable when the program has ended.
    ended: OwnedFd,
    status: Option<WaitStatus>,
    bounds: ResourceBounds,
    tree: ProcessTree,
}

impl Supervisor {
    fn stay(mut self) {
        // How often it is looked whether a bound is passed.
        const LOOK: Duration = Duration::from_millis(200);
        const PAUSE: Duration = Duration::from_millis(1);
        let mut is_open = true;
        let mut passed = None;
        while is_open && self.status.is_none() && passed.is_none() {
            is_open = wait_for(Some(self.ended.as_fd()), LOOK);
            self.wait_for_ended();
            if self.status.is_none() {
                passed = self.passed();
            }
        }
        // By then the program may have been ended for it, or by it.
        let passed = passed.or_else(|| {
            let is_out = self.tree.is_out_of_memory();
            is_out.then_some(ExceededLimit::Memory)
        });
        let passed = passed.or_else(|| {
            let has_ended = self.status.is_some();
            (has_ended && self.bounds.is_full()).then_some(ExceededLimit::Folder)
        });
        match (self.status, passed) {
            (_, Some(stop)) => tell(&stop_told(stop)),
            (Some(status), None) => tell(&told(status)),
            (None, None) => {}
        }
        if is_open && passed.is_none() && self.is_left() {
            tell(LEFT);
        }
        while self.wait_for_ended() {
            self.tree.stop_all();
            std::thread::sleep(PAUSE);
        }
        if let Some(used) = ProcessTree::used_by_children() {
            tell(&format!("{USED}{}", used.as_millis()));
        }
    }

    fn passed(&mut self) -> Option<ExceededLimit> {
        if self.tree.is_out_of_memory() {
            return Some(ExceededLimit::Memory);
        }
        let sight = self.tree.look()?;
        self.bounds.passed(&sight)
    }

    /// Returns true if a process is left a moment after the program ended.
    fn is_left(&mut self) -> bool {
        // Nobody listens any more to what is left when everything is told to stop.
        self.wait_for_ended() && self.tree.is_left(&mut |pause| wait_for(None, pause))
    }

    /// Waits for children that have ended, and says whether there are any that have not.
    fn wait_for_ended(&mut self) -> bool {
        loop {
            match wait(WaitOptions::NOHANG) {
                Ok(Some((child, status))) if child == self.program => self.status = Some(status),
                Ok(Some(_)) | Err(Errno::INTR) => {}
                Ok(None) => return true,
                Err(_) => return false,
            }
        }
    }
}

/// Waits until a process has ended, the line from the process that started the supervisor is closed,
/// or a time is over. Returns whether the line is open.
fn wait_for(ended: Option<BorrowedFd<'_>>, most: Duration) -> bool {
    let line = stdin();
    let mut ends = vec![PollFd::from_borrowed_fd(line, PollFlags::IN)];
    ends.extend(ended.map(|ended| PollFd::from_borrowed_fd(ended, PollFlags::IN)));
    let time = Timespec::try_from(most).ok();
    // A wait that was interrupted is one that was short.
    let _ = poll(&mut ends, time.as_ref());
    // Nothing is ever sent: it is readable at its end.
    ends[0].revents().is_empty()
}

fn told(status: WaitStatus) -> String {
    match (status.exit_status(), status.terminating_signal()) {
        (Some(code), _) => format!("exit {code}"),
        (None, signal) => format!("signal {}", signal.unwrap_or_default()),
    }
}

fn stop_told(stop: ExceededLimit) -> String {
    let place = STOPS.iter().position(|it| *it == stop);
    format!("{STOPPED} {}", place.unwrap_or_default())
}

fn tell(what: &str) {
    // Who is gone need not know.
    let _ = rustix::io::write(stdin(), format!("{what}\n").as_bytes());
}

/// The program alone holds what it prints to: its end is the end of the pipe.
fn let_go_of_output() -> io::Result<()> {
    let nowhere = OpenOptions::new().write(true).open("/dev/null")?;
    dup2_stdout(&nowhere)?;
    dup2_stderr(&nowhere)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::limits::SupervisorDepth;
    use super::*;

    /// A supervisor in namespaces is a child of the leader: what it used itself is not its program's.
    #[test]
    fn what_a_supervisor_tells_is_what_counts() {
        let report =
            |told| SupervisorReport::of(told).map(|it| (it.end, it.left_processes, it.used));
        let used = Duration::from_millis(30);
        for (told, is_left, time) in [
            ("exit 3\n", false, None),
            ("exit 3\nleft\n", true, None),
            ("exit 3\nused 30\n", false, Some(used)),
            ("exit 3\nleft\nused 30\n", true, Some(used)),
        ] {
            assert_eq!(report(told), Some((ProgramEnd::Exit(3), is_left, time)), "{told}");
        }
        // This process has used more than nothing.
        let tree = ProcessTree::new("", std::process::id(), SupervisorDepth::LeaderAndChild);
        assert_eq!(tree.used_at_end(Some(used)), Some(used));
    }
}
