//! Which instructions batches are run with.

use std::fmt;
use std::sync::OnceLock;

/// Instructions that batches have code for, the plainest first.
///
/// The best that the machine has are found when the program runs. For tests and benches the
/// environment variable `POKERHOUSE_INSTRUCTIONS` asks for others by name; a name that is unknown,
/// or that the machine cannot run, ends in a panic that says so.
///
/// ```
/// use pokerhouse::Instructions;
/// assert!(Instructions::Portable.is_available());
/// assert!(Instructions::chosen().is_available());
/// assert_eq!(Instructions::from_name("avx512"), Some(Instructions::Avx512));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Instructions {
    /// What every machine of the target has.
    Portable,
    /// One hand at a time, with the bit counts of x86-64 processors since 2013.
    BitCounts,
    /// Sixteen hands at a time, with x86-64's registers of 256 bits.
    Avx2,
    /// Thirty-two hands at a time, with x86-64's registers of 512 bits.
    Avx512,
}

impl Instructions {
    /// All of them, the plainest first.
    pub const ALL: [Instructions; 4] = [
        Instructions::Portable,
        Instructions::BitCounts,
        Instructions::Avx2,
        Instructions::Avx512,
    ];

    /// The name that the environment variable has for them.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Instructions::Portable => "portable",
            Instructions::BitCounts => "bit-counts",
            Instructions::Avx2 => "avx2",
            Instructions::Avx512 => "avx512",
        }
    }

    /// The instructions of this name, if there are any.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Instructions> {
        Instructions::ALL.into_iter().find(|all| all.name() == name)
    }

    /// Whether this machine has them.
    #[must_use]
    pub fn is_available(self) -> bool {
        #[cfg(target_arch = "x86_64")]
        {
            let bit_counts = || {
                is_x86_feature_detected!("popcnt")
                    && is_x86_feature_detected!("bmi1")
                    && is_x86_feature_detected!("bmi2")
            };
            match self {
                Instructions::Portable => true,
                Instructions::BitCounts => bit_counts(),
                Instructions::Avx2 => bit_counts() && is_x86_feature_detected!("avx2"),
                Instructions::Avx512 => {
                    bit_counts()
                        && is_x86_feature_detected!("avx2")
                        && is_x86_feature_detected!("avx512f")
                        && is_x86_feature_detected!("avx512bw")
                        && is_x86_feature_detected!("avx512cd")
                        && is_x86_feature_detected!("avx512vl")
                        && is_x86_feature_detected!("avx512vbmi")
                        && is_x86_feature_detected!("avx512vbmi2")
                        && is_x86_feature_detected!("avx512bitalg")
                }
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        {
            self == Instructions::Portable
        }
    }

    /// What batches run with unless they are told otherwise.
    ///
    /// # Panics
    /// Where the environment asks for what does not exist or this machine does not have.
    #[must_use]
    pub fn chosen() -> Instructions {
        static CHOSEN: OnceLock<Instructions> = OnceLock::new();
        *CHOSEN.get_or_init(|| match std::env::var("POKERHOUSE_INSTRUCTIONS") {
            Ok(name) => {
                let wanted = Instructions::from_name(&name);
                let available = wanted.filter(|wanted| wanted.is_available());
                available.unwrap_or_else(|| {
                    let names = Instructions::ALL.map(Instructions::name).join(", ");
                    panic!("POKERHOUSE_INSTRUCTIONS is {name:?}; this machine has some of {names}")
                })
            }
            Err(_) => {
                let available = |instructions: &Instructions| instructions.is_available();
                let best = Instructions::ALL.into_iter().rev().find(available);
                best.unwrap_or(Instructions::Portable)
            }
        })
    }
}

impl fmt::Display for Instructions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
