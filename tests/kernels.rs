//! Every kernel gives what one hand at a time gives. Instructions that this machine cannot run are
//! named on standard output and passed over: `cargo test --test kernels -- --nocapture`.

use std::sync::atomic::{AtomicU8, Ordering};

use pokerhouse::{
    Best, Board, Card, CardSet, Dealer, Evaluator, Instructions, Prefer, Random, RowError, Rows,
    Rules, Run, SplitError, Wild,
};

/// The instructions that there is a kernel for and that this machine can run.
fn kernels() -> Vec<Instructions> {
    let vectors = [Instructions::Avx2, Instructions::Avx512].into_iter();
    vectors
        .filter(|kernel| {
            let available = kernel.is_available();
            if !available {
                println!("{kernel}: this machine cannot run it");
            }
            available
        })
        .collect()
}

fn rules(flushes: bool, wild: Wild, wilds: &str) -> Rules {
    let wilds = CardSet::parse_wilds(wilds).expect("cards and ranks");
    Rules::new(flushes, wild, wilds).expect("a kind goes with them")
}

/// All kinds of wild, with few wild cards, a rank of them, and many.
fn all_rules() -> Vec<Rules> {
    let mut all = vec![Rules::STANDARD, Rules::NO_FLUSH];
    for flushes in [true, false] {
        for wild in [Wild::Card, Wild::Bug, Wild::CasinoBug] {
            // Six wild cards with the jokers have bits of their own, more have not; or those of one rank.
            for wilds in ["", "2", "A", "Js Jh", "2 Js", "2 3 4 Ks", "2 9 T A 5s"] {
                all.push(rules(flushes, wild, wilds));
            }
        }
    }
    all
}

fn dealt(deck: CardSet, cards: usize, rows: usize, seed: u64) -> Vec<AtomicU8> {
    let dealer = Dealer::from_set(deck, cards, Random::new(seed)).expect("enough cards");
    let mut cells = Vec::with_capacity(cards * rows);
    for row in 0..rows as u64 {
        dealer.deal(row, |card| cells.push(AtomicU8::new(card)));
    }
    cells
}

fn number(cell: &AtomicU8) -> u8 {
    cell.load(Ordering::Relaxed)
}

fn strengths(
    evaluator: &Evaluator,
    hands: Rows,
    instructions: Instructions,
    check: bool,
) -> Result<Vec<u16>, RowError> {
    let mut out = vec![u16::MAX; hands.len()];
    let run = Run {
        instructions,
        check,
        ..Run::default()
    };
    evaluator.evaluate_batch(hands, Board::None, run, &mut out)?;
    Ok(out)
}

/// Asserts that every kernel gives what one hand at a time gives, checked and unchecked.
fn assert_kernels_agree(evaluator: &Evaluator, hands: Rows) {
    let wanted = strengths(evaluator, hands, Instructions::Portable, true).expect("hands");
    for kernel in kernels() {
        for check in [true, false] {
            let found = strengths(evaluator, hands, kernel, check).expect("hands");
            let differs = wanted.iter().zip(&found).position(|(a, b)| a != b);
            if let Some(row) = differs {
                panic!(
                    "{kernel}, {:?}, {} cards, row {row}: {}, not {}",
                    evaluator.rules(),
                    hands.width(),
                    found[row],
                    wanted[row]
                );
            }
        }
    }
}

#[test]
fn kernels_agree_on_every_five_card_hand() {
    for rules in [Rules::STANDARD, Rules::NO_FLUSH] {
        let evaluator = Evaluator::new(rules);
        for first in 0..48u8 {
            let mut cells = Vec::new();
            for second in first + 1..52 {
                for third in second + 1..52 {
                    for fourth in third + 1..52 {
                        for fifth in fourth + 1..52 {
                            let hand = [first, second, third, fourth, fifth];
                            cells.extend(hand.map(AtomicU8::new));
                        }
                    }
                }
            }
            assert_kernels_agree(&evaluator, Rows::new(&cells, 5));
        }
    }
}

#[test]
fn kernels_agree_on_a_hundred_million_sevens() {
    let standard = Evaluator::new(Rules::STANDARD);
    let no_flush = Evaluator::new(Rules::NO_FLUSH);
    for part in 0..100 {
        let cells = dealt(CardSet::NATURALS, 7, 1_000_000, part);
        let hands = Rows::new(&cells, 7);
        assert_kernels_agree(&standard, hands);
        if part < 20 {
            assert_kernels_agree(&no_flush, hands);
        }
    }
}

/// Calls `then` with every choice of so many of some cards, behind the cards in front.
fn each_choice(front: &mut Vec<u8>, cards: &[u8], count: usize, then: &mut impl FnMut(&[u8])) {
    if count == 0 {
        return then(front);
    }
    for (place, &card) in cards.iter().enumerate() {
        front.push(card);
        each_choice(front, &cards[place + 1..], count - 1, then);
        front.pop();
    }
}

#[test]
fn kernels_agree_on_all_natural_cards_beside_any_number_of_wild_ones() {
    let jokers: &[&[u8]] = &[&[52], &[53], &[52, 53]];
    let with_deuces: &[&[u8]] = &[
        &[52],
        &[0],
        &[52, 53],
        &[1, 53],
        &[52, 0, 53],
        &[0, 1, 2, 3],
        &[52, 0, 1, 2, 3],
        &[52, 53, 0, 1, 2, 3],
    ];
    for (wilds, naturals, fronts) in [("", 0..52, jokers), ("2", 4..52, with_deuces)] {
        let naturals: Vec<u8> = naturals.collect();
        for flushes in [true, false] {
            for wild in [Wild::Card, Wild::Bug, Wild::CasinoBug] {
                let evaluator = Evaluator::new(rules(flushes, wild, wilds));
                for cards in 5..=7 {
                    for front in fronts.iter().filter(|front| front.len() <= cards) {
                        let mut cells = Vec::new();
                        let count = cards - front.len();
                        each_choice(&mut front.to_vec(), &naturals, count, &mut |hand| {
                            cells.extend(hand.iter().copied().map(AtomicU8::new));
                            if cells.len() == cards << 20 {
                                assert_kernels_agree(&evaluator, Rows::new(&cells, cards));
                                cells.clear();
                            }
                        });
                        assert_kernels_agree(&evaluator, Rows::new(&cells, cards));
                    }
                }
            }
        }
    }
}

#[test]
fn kernels_agree_under_all_rules() {
    for (seed, rules) in all_rules().into_iter().enumerate() {
        let evaluator = Evaluator::new(rules);
        for cards in 5..=7 {
            let cells = dealt(rules.playable(), cards, 100_000, seed as u64);
            assert_kernels_agree(&evaluator, Rows::new(&cells, cards));
        }
    }
}

#[test]
fn kernels_agree_for_every_number_of_rows_and_from_every_byte() {
    for rules in [Rules::STANDARD, rules(true, Wild::Card, "2")] {
        let evaluator = Evaluator::new(rules);
        for cards in 5..=7 {
            let cells = dealt(rules.playable(), cards, 260, 1);
            for rows in 0..=200 {
                let from = rows % 60;
                let some = &cells[from * cards..(from + rows) * cards];
                assert_kernels_agree(&evaluator, Rows::new(some, cards));
            }
            for from in 0..64 {
                let mut moved: Vec<AtomicU8> = (0..from).map(|_| AtomicU8::new(255)).collect();
                let dealt = cells[..200 * cards].iter();
                moved.extend(dealt.map(|cell| AtomicU8::new(number(cell))));
                assert_kernels_agree(&evaluator, Rows::new(&moved[from..], cards));
            }
        }
    }
}

/// Pages between two that nobody may read.
#[cfg(unix)]
mod pages {
    use std::sync::atomic::AtomicU8;

    pub struct Pages {
        start: *mut libc::c_void,
        page: usize,
        len: usize,
    }

    impl Pages {
        pub fn new(len: usize) -> Pages {
            // SAFETY: asks for new memory and closes its first and last page.
            unsafe {
                let page = libc::sysconf(libc::_SC_PAGESIZE) as usize;
                let len = len.next_multiple_of(page);
                let start = libc::mmap(
                    std::ptr::null_mut(),
                    len + 2 * page,
                    libc::PROT_READ | libc::PROT_WRITE,
                    libc::MAP_PRIVATE | libc::MAP_ANONYMOUS,
                    -1,
                    0,
                );
                assert_ne!(start, libc::MAP_FAILED);
                let closed = libc::PROT_NONE;
                assert_eq!(libc::mprotect(start, page, closed), 0);
                assert_eq!(libc::mprotect(start.add(page + len), page, closed), 0);
                Pages { start, page, len }
            }
        }

        pub fn cells(&self) -> &[AtomicU8] {
            // SAFETY: the pages between are open, and zero at first.
            unsafe {
                std::slice::from_raw_parts(self.start.add(self.page).cast::<AtomicU8>(), self.len)
            }
        }
    }

    impl Drop for Pages {
        fn drop(&mut self) {
            // SAFETY: nothing borrows from it any more.
            unsafe { libc::munmap(self.start, self.len + 2 * self.page) };
        }
    }
}

#[cfg(unix)]
#[test]
fn nothing_is_read_before_the_first_or_behind_the_last_row() {
    let pages = pages::Pages::new(7 * 200);
    let cells = pages.cells();
    for rules in [Rules::STANDARD, rules(true, Wild::Card, "2")] {
        let evaluator = Evaluator::new(rules);
        for cards in 5..=7 {
            let hands = dealt(rules.playable(), cards, 200, 1);
            for rows in 0..=200 {
                let len = rows * cards;
                for place in [0, cells.len() - len] {
                    let here = &cells[place..place + len];
                    for (cell, card) in here.iter().zip(&hands) {
                        cell.store(number(card), Ordering::Relaxed);
                    }
                    assert_kernels_agree(&evaluator, Rows::new(here, cards));
                }
            }
        }
        let hands = dealt(rules.playable(), 2, 200, 1);
        for rows in 0..=200 {
            for place in [0, cells.len() - 2 * rows] {
                let here = &cells[place..place + 2 * rows];
                for (cell, card) in here.iter().zip(&hands) {
                    cell.store(number(card), Ordering::Relaxed);
                }
                let twos = Rows::new(here, 2);
                let wanted = two_strengths(&evaluator, twos, Instructions::Portable);
                for kernel in kernels() {
                    assert_eq!(two_strengths(&evaluator, twos, kernel), wanted);
                }
            }
        }
    }
}

#[test]
fn places_beside_the_results_are_left_alone() {
    let evaluator = Evaluator::new(Rules::STANDARD);
    let cells = dealt(CardSet::NATURALS, 7, 200, 1);
    for instructions in kernels() {
        for rows in 0..=200 {
            let mut out = vec![u16::MAX; rows + 64];
            let run = Run {
                instructions,
                ..Run::default()
            };
            let hands = Rows::new(&cells[..7 * rows], 7);
            let filled = evaluator.evaluate_batch(hands, Board::None, run, &mut out[32..][..rows]);
            assert_eq!(filled, Ok(()));
            assert!(out[..32].iter().all(|&place| place == u16::MAX));
            assert!(out[32 + rows..].iter().all(|&place| place == u16::MAX));
            assert!(out[32..][..rows].iter().all(|&place| place != u16::MAX));
        }
    }
}

#[test]
fn kernels_name_the_row_and_the_card_that_one_by_one_is_named() {
    for rules in [
        Rules::STANDARD,
        rules(true, Wild::Card, ""),
        rules(true, Wild::Card, "2"),
        rules(true, Wild::Card, "2 Ks"),
    ] {
        let evaluator = Evaluator::new(rules);
        for cards in 5..=7 {
            let mut hands = 0;
            for row in (0..160).chain([16_384, 20_000, 39_999]) {
                let rows = if row < 160 { 160 } else { 40_000 };
                for column in 0..cards {
                    let cells = dealt(rules.playable(), cards, rows, row as u64);
                    let place = row * cards + column;
                    let beside = &cells[row * cards + (column + 1) % cards];
                    let wrong = [52, 53, 54, 63, 64, 127, 128, 200, 255, number(beside)];
                    let wrong = wrong[(row + column) % wrong.len()];
                    cells[place].store(wrong, Ordering::Relaxed);
                    // A worse row behind it is not the one that is named.
                    if row + 1 < rows {
                        cells[place + cards].store(255, Ordering::Relaxed);
                    }
                    let all = Rows::new(&cells, cards);
                    let wanted = strengths(&evaluator, all, Instructions::Portable, true);
                    hands += usize::from(wanted.is_err());
                    for kernel in kernels() {
                        assert_eq!(strengths(&evaluator, all, kernel, true), wanted);
                        for threads in [2, 3] {
                            let run = Run {
                                threads,
                                instructions: kernel,
                                ..Run::default()
                            };
                            let mut out = vec![0; rows];
                            let found = evaluator.evaluate_batch(all, Board::None, run, &mut out);
                            assert_eq!(found.err(), wanted.clone().err());
                        }
                    }
                }
            }
            assert!(hands > 800);
        }
    }
}

#[test]
fn unchecked_rows_that_are_no_hands_give_numbers() {
    let mut cells = dealt(CardSet::NATURALS, 7, 10_000, 1);
    let bytes = Random::new(2);
    for (place, cell) in cells.iter_mut().enumerate() {
        *cell.get_mut() = (bytes.at(place as u64) % 256) as u8;
    }
    for rules in all_rules() {
        let evaluator = Evaluator::new(rules);
        for cards in 5..=7 {
            let rows = cells.len() / cards;
            for kernel in kernels() {
                let hands = Rows::new(&cells[..rows * cards], cards);
                assert!(strengths(&evaluator, hands, kernel, false).is_ok());
            }
        }
        for instructions in kernels() {
            let run = Run {
                instructions,
                check: false,
                ..Run::default()
            };
            let mut out = vec![0; cells.len() / 2];
            let twos = Rows::new(&cells, 2);
            assert_eq!(evaluator.evaluate_two_batch(twos, run, &mut out), Ok(()));
            let share = evaluator.preference("share", Some(3)).ok();
            for prefer in [Prefer::Five, Prefer::Two].into_iter().chain(share) {
                let mut out = vec![Best::default(); cells.len() / 7];
                let sevens = Rows::new(&cells, 7);
                let divided = evaluator.best_split_batch(sevens, 3, false, prefer, run, &mut out);
                assert_eq!(divided, Ok(()));
            }
        }
    }
}

fn best_divisions(
    evaluator: &Evaluator,
    hands: Rows,
    (down, prefix, prefer): (usize, bool, Prefer),
    instructions: Instructions,
) -> Result<Vec<Best>, SplitError> {
    let mut out = vec![Best::default(); hands.len()];
    let run = Run {
        instructions,
        ..Run::default()
    };
    evaluator.best_split_batch(hands, down, prefix, prefer, run, &mut out)?;
    Ok(out)
}

#[test]
fn kernels_divide_as_one_by_one_is_divided() {
    for (seed, rules) in all_rules().into_iter().enumerate() {
        let evaluator = Evaluator::new(rules);
        let plain = rules.wild() == Wild::None;
        let rows = if plain { 60_000 } else { 5_000 };
        for down in 2..=7 {
            let cells = dealt(rules.playable(), 7, rows + down, (seed + down) as u64);
            let hands = Rows::new(&cells, 7);
            for prefix in [false, true] {
                let share = evaluator.preference("share", Some(down)).ok();
                for prefer in [Prefer::Five, Prefer::Two].into_iter().chain(share) {
                    let wanted = (down, prefix, prefer);
                    let one_by_one =
                        best_divisions(&evaluator, hands, wanted, Instructions::Portable);
                    for kernel in kernels() {
                        let found = best_divisions(&evaluator, hands, wanted, kernel);
                        assert!(found == one_by_one, "{kernel}, {rules:?}, {wanted:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn casino_bugs_of_any_rank_are_as_good_as_one_by_one() {
    // One by one, such a bug may also be itself (ruling W3); kernels do not ask where a whole rank is wild.
    for (seed, rank) in "23456789TJQKA".chars().enumerate() {
        for flushes in [true, false] {
            let rules = rules(flushes, Wild::CasinoBug, &rank.to_string());
            let evaluator = Evaluator::new(rules);
            // All cards, and few others beside the wild ones.
            let few = CardSet::parse_wilds("4 8 T A").expect("ranks");
            for deck in [rules.playable(), few.or(rules.wilds())] {
                let cells = dealt(deck, 7, 50_000, seed as u64);
                assert_kernels_agree(&evaluator, Rows::new(&cells, 7));
            }
        }
    }
}

#[test]
fn kernels_divide_weak_hands_and_long_suits_too() {
    // Few ranks and few suits: pairs of the two hands that run out equal, flushes of six and seven.
    let decks = ["2", "2 3 4", "5 6 7 8 9", "A K Q", "J T 9 2"].map(|ranks| {
        let ranks = CardSet::parse_wilds(ranks).expect("ranks");
        let spades = (0..13).map(|rank| Card::new(rank, 3));
        spades.fold(ranks, CardSet::with)
    });
    for (seed, deck) in decks.into_iter().enumerate() {
        let wild = [Wild::Card, Wild::Bug].map(|wild| rules(true, wild, "3 8s"));
        for rules in [Rules::STANDARD, Rules::NO_FLUSH].into_iter().chain(wild) {
            let evaluator = Evaluator::new(rules);
            let deck = deck.or(rules.playable().minus(CardSet::NATURALS));
            let cells = dealt(deck, 7, 50_000, seed as u64);
            let hands = Rows::new(&cells, 7);
            assert_kernels_agree(&evaluator, hands);
            for prefix in [false, true] {
                let share = evaluator.preference("share", Some(5)).ok();
                for prefer in [Prefer::Five, Prefer::Two].into_iter().chain(share) {
                    let wanted = (3, prefix, prefer);
                    let one_by_one =
                        best_divisions(&evaluator, hands, wanted, Instructions::Portable);
                    for kernel in kernels() {
                        let found = best_divisions(&evaluator, hands, wanted, kernel);
                        assert!(found == one_by_one, "{kernel}, {rules:?}, {wanted:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn a_row_that_cannot_be_divided_is_named() {
    let wanted = (3, false, Prefer::Five);
    for rules in [
        Rules::STANDARD,
        rules(true, Wild::Card, ""),
        rules(true, Wild::Card, "2"),
        rules(false, Wild::Bug, "2 Ks"),
    ] {
        let evaluator = Evaluator::new(rules);
        for row in 0..130 {
            let cells = dealt(rules.playable(), 7, 200, row);
            let place = 7 * row as usize + 3;
            for wrong in [number(&cells[place - 3]), 54, 64, 255] {
                cells[place].store(wrong, Ordering::Relaxed);
                let hands = Rows::new(&cells, 7);
                let one_by_one = best_divisions(&evaluator, hands, wanted, Instructions::Portable);
                let Err(SplitError::Row(error)) = &one_by_one else {
                    panic!("row {row} is no hand");
                };
                assert_eq!(error.row, row as usize);
                for kernel in kernels() {
                    assert_eq!(
                        best_divisions(&evaluator, hands, wanted, kernel),
                        one_by_one
                    );
                }
            }
        }
    }
}

fn two_strengths(
    evaluator: &Evaluator,
    hands: Rows,
    instructions: Instructions,
) -> Result<Vec<u16>, RowError> {
    let mut out = vec![u16::MAX; hands.len()];
    let run = Run {
        instructions,
        ..Run::default()
    };
    evaluator.evaluate_two_batch(hands, run, &mut out)?;
    Ok(out)
}

#[test]
fn kernels_agree_on_every_two_card_hand_and_every_wrong_one() {
    for rules in all_rules() {
        let evaluator = Evaluator::new(rules);
        let playable: Vec<u8> = rules.playable().iter().map(Card::number).collect();
        let pairs = playable
            .iter()
            .flat_map(|&a| playable.iter().map(move |&b| [a, b]));
        let cells: Vec<AtomicU8> = pairs
            .filter(|[a, b]| a != b)
            .flatten()
            .map(AtomicU8::new)
            .collect();
        let hands = Rows::new(&cells, 2);
        let one_by_one = two_strengths(&evaluator, hands, Instructions::Portable);
        assert!(one_by_one.is_ok());
        for kernel in kernels() {
            assert_eq!(two_strengths(&evaluator, hands, kernel), one_by_one);
        }
        for row in 0..130 {
            let wrong = [52, 54, 64, 255, number(&cells[2 * row + 1])][row % 5];
            let before = cells[2 * row].swap(wrong, Ordering::Relaxed);
            let one_by_one = two_strengths(&evaluator, hands, Instructions::Portable);
            for kernel in kernels() {
                assert_eq!(two_strengths(&evaluator, hands, kernel), one_by_one);
            }
            cells[2 * row].store(before, Ordering::Relaxed);
        }
    }
}

#[test]
fn kernels_agree_on_hands_with_a_board() {
    for rules in [Rules::STANDARD, rules(true, Wild::Card, "2")] {
        let evaluator = Evaluator::new(rules);
        for cards in 5..=7 {
            for hole in 1..=5.min(cards - 1) {
                let rows = 20_000;
                let whole = dealt(rules.playable(), cards, rows, hole as u64);
                let columns = |columns: std::ops::Range<usize>| -> Vec<AtomicU8> {
                    let cells = whole.chunks(cards).flat_map(|hand| &hand[columns.clone()]);
                    cells.map(number).map(AtomicU8::new).collect()
                };
                let (holes, boards) = (columns(0..hole), columns(hole..cards));
                let holes = Rows::new(&holes, hole);
                let evaluate = |holes, board, instructions| {
                    let run = Run {
                        instructions,
                        ..Run::default()
                    };
                    let mut out = vec![u16::MAX; rows];
                    let done = evaluator.evaluate_batch(holes, board, run, &mut out);
                    done.map(|()| out)
                };
                let each = Board::Each(Rows::new(&boards, cards - hole));
                let wanted = strengths(
                    &evaluator,
                    Rows::new(&whole, cards),
                    Instructions::Portable,
                    true,
                );
                // Most hands share a card with the first board: the first that does is named.
                let shared = Board::Shared(&boards[..cards - hole]);
                let portable = evaluate(holes, shared, Instructions::Portable);
                assert!(portable.is_err());
                for kernel in kernels() {
                    assert_eq!(evaluate(holes, each, kernel), wanted);
                    assert_eq!(evaluate(holes, shared, kernel), portable);
                }
                // Without those cards no hand does.
                let board = boards[..cards - hole].iter().map(number);
                let board = board.filter_map(Card::from_number);
                let rest = rules
                    .playable()
                    .minus(board.fold(CardSet::EMPTY, CardSet::with));
                let rest = dealt(rest, hole, rows, 1);
                let rest = Rows::new(&rest, hole);
                let portable = evaluate(rest, shared, Instructions::Portable);
                assert!(portable.is_ok());
                for kernel in kernels() {
                    assert_eq!(evaluate(rest, shared, kernel), portable);
                }
            }
        }
    }
}
