//! What must not matter to a program, and how each of it is varied, or held still.

use std::process::{Command, Stdio};

use super::copies::{Copies, CopyOrder};
use super::{RunConditions, RunSetting};
use chase_outside::addresses;

/// Something that must not matter.
#[derive(Clone, Debug, Default)]
pub struct Factor {
    /// The name of the factor, as in `hash-seeds`.
    pub name: &'static str,
    /// The setting that the varied runs are compared with.
    pub base: RunSetting,
    /// The varied settings; none where the factor is not varied.
    pub varied: Vec<RunSetting>,
    /// The setting that holds it still, where it varies by itself.
    pub held: Option<RunSetting>,
    /// The reason why it is not varied.
    pub why_not: String,
    /// A note on a part of it that is not varied all the same.
    pub note: String,
}

/// The names of all factors, in the order in which they are tried.
pub const NAMES: [&str; 11] = [
    ENVIRONMENT,
    "addresses",
    "fresh-memory",
    "hash-seeds",
    "threads",
    "locale",
    "time-zone",
    "working-folder",
    "file-order",
    "load",
    CLOCK,
];

/// The name of the factor that adds a variable of no meaning.
pub(super) const ENVIRONMENT: &str = "environment";

const CLOCK: &str = "clock";

/// The factors that the user asks for.
pub struct FactorRequest<'a> {
    /// Further variables that hold a number of threads.
    pub threads: &'a [String],
    /// Only these; all where there are none.
    pub only: &'a [String],
    /// Copies of the working folder, or why there are none.
    pub copies: Result<&'a Copies, &'a str>,
}

/// All factors that are asked for, varied or with the reason why not.
pub fn factors(asked: &FactorRequest<'_>) -> Vec<Factor> {
    let is_wanted = |name: &str| asked.only.is_empty() || asked.only.iter().any(|it| it == name);
    NAMES.into_iter().filter(|name| is_wanted(name)).map(|name| Factor::new(name, asked)).collect()
}

impl Factor {
    /// One that is not varied.
    pub fn named(name: &'static str) -> Self {
        Factor { name, ..Factor::default() }
    }

    /// Returns whether it goes on by itself.
    pub(crate) fn is_clock(&self) -> bool {
        self.name == CLOCK
    }

    fn new(name: &'static str, asked: &FactorRequest<'_>) -> Self {
        let mut factor = Factor::named(name);
        match name {
            ENVIRONMENT => factor.varied = environment(),
            "addresses" => factor.vary_addresses(),
            "fresh-memory" => factor.vary_memory(),
            "hash-seeds" => factor.vary_hash_seeds(),
            "threads" => factor.vary_threads(asked.threads),
            "locale" => factor.vary_locale(),
            "time-zone" => {
                let zones = ["AAA+11", "BBB-13:45"];
                factor.varied = zones.iter().map(|zone| variable("TZ", zone)).collect();
            }
            "working-folder" => factor.vary_folder(&asked.copies),
            "file-order" => factor.vary_order(&asked.copies),
            "load" => {
                let mut load = RunSetting::worded("busy threads, two for every processor");
                load.conditions.load = true;
                factor.varied = vec![load];
            }
            _ => {
                let mut later = RunSetting::worded("more than a second later");
                later.later = true;
                factor.varied = vec![later];
                factor.note = "time goes on; the date is not changed".to_owned();
            }
        }
        factor
    }

    fn vary_addresses(&mut self) {
        if let Some(why) = addresses::why_not_fixed() {
            self.why_not = match addresses::are_random() {
                true => format!("the system varies them in every run; they cannot be fixed: {why}"),
                false => format!("they cannot be changed: {why}"),
            };
            return;
        }
        let mut fixed = RunSetting::worded("fixed addresses");
        fixed.conditions.fixed_addresses = true;
        if addresses::are_random() {
            self.varied = vec![fixed.clone()];
            self.held = Some(fixed);
        } else {
            self.why_not = "this system always gives the same addresses".to_owned();
        }
    }

    fn vary_memory(&mut self) {
        const NAME: &str = "MALLOC_PERTURB_";
        if !cfg!(target_os = "linux") {
            self.why_not = "this needs the GNU C library".to_owned();
        } else if is_set(NAME) {
            self.why_not = format!("{NAME} is set");
        } else {
            self.varied = vec![variable(NAME, "85"), variable(NAME, "170")];
            self.held = Some(variable(NAME, "85"));
            self.note = "only for programs that use malloc of the GNU C library".to_owned();
        }
    }

    fn vary_hash_seeds(&mut self) {
        let known = ["PYTHONHASHSEED", "PERL_HASH_SEED"];
        let (set, free): (Vec<_>, Vec<_>) = known.into_iter().partition(|name| is_set(name));
        if free.is_empty() {
            self.why_not = format!("{} are set", set.join(" and "));
            return;
        }
        let of = |seed: &str| {
            let mut setting = variables(&free, seed);
            if free.contains(&"PERL_HASH_SEED") {
                let still = ("PERL_PERTURB_KEYS".to_owned(), "0".to_owned());
                setting.conditions.variables.push(still);
            }
            setting
        };
        self.varied = ["1", "2", "3"].map(of).to_vec();
        self.held = Some(of("0"));
        self.leave(&set);
    }

    /// Says which variables are set already.
    fn leave(&mut self, set: &[&str]) {
        if !set.is_empty() {
            self.note = format!("{} is set, so it is not varied", set.join(" and "));
        }
    }

    fn vary_threads(&mut self, more: &[String]) {
        let known = [
            "OMP_NUM_THREADS",
            "RAYON_NUM_THREADS",
            "GOMAXPROCS",
            "JULIA_NUM_THREADS",
            "MKL_NUM_THREADS",
            "NUMEXPR_NUM_THREADS",
            "OPENBLAS_NUM_THREADS",
        ];
        let all = known.into_iter().chain(more.iter().map(String::as_str));
        let (set, free): (Vec<_>, Vec<_>) = all.partition(|name| is_set(name));
        if free.is_empty() {
            self.why_not = "all variables for it are set".to_owned();
            return;
        }
        self.varied = ["1", "2", "5"].map(|many| variables(&free, many)).to_vec();
        self.held = Some(variables(&free, "1"));
        self.leave(&set);
    }

    fn vary_locale(&mut self) {
        let installed = installed_locales();
        let plain = |name: &str| {
            matches!(name.to_ascii_lowercase().as_str(), "c" | "posix" | "c.utf8" | "c.utf-8")
        };
        // Commas in numbers, another alphabet, a letter i that is special.
        let wanted = ["de_", "fr_", "ru_", "tr_"];
        let other =
            wanted.iter().filter_map(|prefix| installed.iter().find(|it| it.starts_with(prefix)));
        let mut names: Vec<_> = other.take(3).cloned().collect();
        if names.is_empty() {
            names.extend(installed.iter().find(|it| !plain(it)).cloned());
        }
        if names.is_empty() {
            self.note = "no other locale than C is installed".to_owned();
        }
        let utf8 = installed.iter().find(|it| plain(it) && it.contains('.'));
        names.extend(utf8.cloned());
        names.push("C".to_owned());
        let settings = names.iter().map(|name| variable("LC_ALL", name));
        self.varied = settings.collect();
    }

    fn vary_folder(&mut self, copies: &Result<&Copies, &str>) {
        match copies {
            Ok(_) => {
                let mut copy = RunSetting::worded("a copy of the working folder");
                copy.copy = Some(CopyOrder::Elsewhere);
                self.varied = vec![copy];
            }
            Err(why) => self.why_not = (*why).to_owned(),
        }
    }

    fn vary_order(&mut self, copies: &Result<&Copies, &str>) {
        match copies.map(|copies| copies.why_in_one_order()) {
            Ok(None) => {
                let mut listed =
                    RunSetting::worded("a copy with its files made in the listed order");
                listed.copy = Some(CopyOrder::Listed);
                let mut turned =
                    RunSetting::worded("a copy with its files made in the reverse order");
                turned.copy = Some(CopyOrder::Turned);
                (self.base, self.varied) = (listed, vec![turned]);
            }
            Ok(Some(why)) => self.why_not = why.to_owned(),
            Err(why) => self.why_not = why.to_owned(),
        }
    }
}

impl RunSetting {
    /// The same with variables that mean nothing: their names are as long, and they have the same values.
    pub(super) fn renamed(&self) -> Self {
        let mut other = self.clone();
        for (n, (name, _)) in other.conditions.variables.iter_mut().enumerate() {
            let number = n.to_string();
            let filled = "Q".repeat(name.len().saturating_sub(number.len()));
            *name = format!("{filled}{number}");
        }
        other.words = "variables of other names".to_owned();
        other
    }

    fn worded(words: &str) -> Self {
        RunSetting { words: words.to_owned(), ..RunSetting::default() }
    }
}

/// Another variable, of some lengths: the system puts it above the stack.
fn environment() -> Vec<RunSetting> {
    let of = |length: usize| {
        let mut setting = RunSetting::worded(&format!("{length} bytes more"));
        let padding = ("CHASE_PADDING".to_owned(), "x".repeat(length));
        setting.conditions.variables.push(padding);
        setting
    };
    [100, 5_003, 60_001].map(of).to_vec()
}

fn variable(name: &str, value: &str) -> RunSetting {
    variables(&[name], value)
}

/// Variables with one value.
fn variables(names: &[&str], value: &str) -> RunSetting {
    let first = names.first().copied().unwrap_or_default();
    let words = match names.len() {
        1 => format!("{first}={value}"),
        _ => format!("{first}={value} and others"),
    };
    let named = names.iter().map(|it| ((*it).to_owned(), value.to_owned()));
    RunSetting {
        conditions: RunConditions { variables: named.collect(), ..RunConditions::default() },
        ..RunSetting::worded(&words)
    }
}

fn is_set(name: &str) -> bool {
    std::env::var_os(name).is_some()
}

/// The names of the installed locales, as `locale -a` lists them; none where there is no such program.
fn installed_locales() -> Vec<String> {
    let mut command = Command::new("locale");
    command.arg("-a").stdin(Stdio::null()).stderr(Stdio::null());
    let listed = command.output().map(|it| it.stdout).unwrap_or_default();
    let listed = String::from_utf8_lossy(&listed);
    listed.lines().map(str::to_owned).collect()
}
