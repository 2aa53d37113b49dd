//! Finds the thirteen rank numbers of `rust/tables.rs`: for each rank the least number that leaves
//! all sums of up to seven ranks, none more than four times, different. Takes about a minute.

const LARGEST_SUM: usize = 1 << 25;

/// The sums so far with how many ranks are in each, and the same sums as a bitmap.
struct Sums {
    list: Vec<(u32, u8)>,
    taken: Vec<u64>,
}

impl Sums {
    fn take(&mut self, sum: u32) -> bool {
        let (word, bit) = (sum as usize / 64, sum % 64);
        let free = self.taken[word] >> bit & 1 == 0;
        self.taken[word] |= 1 << bit;
        free
    }

    /// Adds all sums with one to four of this number, unless two would be equal.
    fn extend(&mut self, number: u32) -> bool {
        let mut new: Vec<(u32, u8)> = Vec::new();
        for times in 1..=4u8 {
            for i in 0..self.list.len() {
                let (sum, size) = self.list[i];
                if size + times > 7 {
                    continue;
                }
                let sum = sum + u32::from(times) * number;
                if !self.take(sum) {
                    for &(sum, _) in &new {
                        self.taken[sum as usize / 64] &= !(1 << (sum % 64));
                    }
                    return false;
                }
                new.push((sum, size + times));
            }
        }
        self.list.extend(new);
        true
    }
}

fn main() {
    let mut sums = Sums {
        list: vec![(0, 0)],
        taken: vec![0; LARGEST_SUM / 64],
    };
    sums.take(0);
    let mut number = 0;
    for rank in pokerhouse::RANKS {
        number += 1;
        while !sums.extend(number) {
            number += 1;
        }
        println!("{rank} {number}");
    }
    let largest = sums.list.iter().map(|&(sum, _)| sum).max();
    println!("{} sums, the largest {largest:?}", sums.list.len());
}
