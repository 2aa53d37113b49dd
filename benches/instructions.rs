//! Fixed amounts of work to count the instructions of, under valgrind by `benches/instructions.py`:
//! `cargo bench --bench instructions [-- --fast | -- --list | -- NAME PASSES]`.
//!
//! `--list` prints the name of each work, `NAME PASSES` does one of them so many times over the same
//! hands. What is left of two runs when one is taken from the other is the work alone, without the
//! start of the program and the making of tables. Anything else does all once, and shows that hands
//! come out the same one by one and many at a time.

use std::hint::black_box;
use std::sync::atomic::AtomicU8;

use pokerhouse::{
    Around, Best, Board, Card, CardSet, Dealer, Evaluator, Game, Prefer, Random, Rows, Rules, Run,
    Spot, Tally, Watch, Wild, cards,
};

/// Enough that 3 % of flushes weigh what they should; no multiple of 32, so that last rows count too.
const HANDS: usize = 2_000;
const DOWN: usize = 3;
const HOLE: usize = 4;

/// Some hands, as single calls and as batch calls take them.
struct Hands {
    width: usize,
    cells: Vec<AtomicU8>,
    cards: Vec<Card>,
}

/// Work to be counted. `run` does it once, and returns the sum of what came out.
struct Work {
    name: String,
    run: Box<dyn Fn() -> u64>,
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let all = || subjects().into_iter().flatten();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["--list", ..] => all().for_each(|work| println!("{}", work.name)),
        [name, passes] if !name.starts_with("--") => {
            let passes: usize = passes.parse().expect("a number of passes");
            let work = all().find(|work| work.name == name);
            let run = work
                .unwrap_or_else(|| panic!("no work is named {name}"))
                .run;
            let sums: Vec<u64> = (0..passes).map(|_| run()).collect();
            assert!(sums.iter().all(|&sum| sum == sums[0]));
        }
        _ => {
            for works in subjects() {
                let sums: Vec<u64> = works.iter().map(|work| (work.run)()).collect();
                for (work, sum) in works.iter().zip(&sums) {
                    assert_eq!(*sum, sums[0], "{} and {}", works[0].name, work.name);
                    println!("{:44} {HANDS} hands, sum {sum}", work.name);
                }
            }
        }
    }
}

/// All works; those of one list must come to the same sum. Tables are made when they run.
fn subjects() -> Vec<Vec<Work>> {
    let natural = |width| Hands::dealt(width, false);
    let jokers = |wild| Rules::new(true, wild, CardSet::EMPTY).expect("a kind is named");
    vec![
        strengths("5 cards", Rules::STANDARD, natural(5)),
        strengths("6 cards", Rules::STANDARD, natural(6)),
        strengths("7 cards", Rules::STANDARD, natural(7)),
        strengths("7 cards, no flush", Rules::NO_FLUSH, natural(7)),
        strengths(
            "7 cards, wild card",
            jokers(Wild::Card),
            Hands::dealt(7, true),
        ),
        strengths(
            "7 cards, wild bug",
            jokers(Wild::Bug),
            Hands::dealt(7, true),
        ),
        strengths(
            "7 cards, casino bug",
            jokers(Wild::CasinoBug),
            Hands::dealt(7, true),
        ),
        twos(natural(2)),
        omaha(natural(HOLE + 5)),
        house_keys("7 cards", Rules::HOUSE, natural(7)),
        house_keys(
            "7 cards, wild card",
            jokers(Wild::Card),
            Hands::dealt(7, true),
        ),
        splits("five", natural(7)),
        splits("two", natural(7)),
        splits("share", natural(7)),
        vec![deal()],
        vec![exact("holdem", ["AhKh", "QsQd"], "")],
        vec![exact("omaha", ["AhKhQsJs", "9d9c8d8c"], "2c 3d 4h")],
        vec![sampled("holdem", ["AhKh", "QQ+"])],
        vec![sampled("cowpie", ["", ""])],
    ]
}

impl Hands {
    /// Random hands of so many cards, the last of which may be a joker.
    fn dealt(width: usize, joker: bool) -> Hands {
        let naturals = width - usize::from(joker);
        let dealer = dealer(naturals);
        let mut numbers = Vec::with_capacity(width * HANDS);
        for row in 0..HANDS as u64 {
            dealer.deal(row, |number| numbers.push(number));
            numbers.extend(joker.then_some(52));
        }
        let card = |&number: &u8| Card::from_number(number).expect("dealt numbers are cards");
        Hands {
            width,
            cards: numbers.iter().map(card).collect(),
            cells: numbers.into_iter().map(AtomicU8::new).collect(),
        }
    }

    fn rows(&self) -> Rows<'_> {
        Rows::new(&self.cells, self.width)
    }

    /// The sum of what `value` makes of each hand.
    fn sum(&self, value: impl Fn(&[Card]) -> u64) -> u64 {
        let hands = black_box(&self.cards).chunks_exact(self.width);
        hands.map(value).fold(0, u64::wrapping_add)
    }
}

fn dealer(cards: usize) -> Dealer {
    Dealer::from_set(CardSet::NATURALS, cards, Random::new(1)).expect("52 cards are enough")
}

/// The same work one by one and many at a time, on the same rules and hands.
fn pair(
    what: &str,
    [single, batch]: [&str; 2],
    rules: Rules,
    hands: Hands,
    one: impl Fn(&Evaluator, &[Card]) -> u64 + 'static,
    many: impl Fn(&Evaluator, Rows) -> u64 + 'static,
) -> Vec<Work> {
    let hands = std::rc::Rc::new(hands);
    let evaluator = std::rc::Rc::new(Evaluator::new(rules));
    let (same_hands, same_evaluator) = (hands.clone(), evaluator.clone());
    let name = |function| format!("{function}, {what}");
    vec![
        Work {
            name: name(single),
            run: Box::new(move || hands.sum(|hand| one(&evaluator, hand))),
        },
        Work {
            name: name(batch),
            run: Box::new(move || many(&same_evaluator, black_box(same_hands.rows()))),
        },
    ]
}

/// What `fill` writes, each turned into a number, added up.
fn filled<T: Copy + Default>(number: impl Fn(T) -> u64, fill: impl FnOnce(&mut [T])) -> u64 {
    let mut out = [T::default(); HANDS];
    fill(&mut out);
    out.into_iter().map(number).fold(0, u64::wrapping_add)
}

fn strengths(what: &str, rules: Rules, hands: Hands) -> Vec<Work> {
    let functions = ["evaluate", "evaluate_batch"];
    let one = |evaluator: &Evaluator, hand: &[Card]| {
        u64::from(evaluator.evaluate(hand).expect("dealt hands are hands").0)
    };
    let many = |evaluator: &Evaluator, rows: Rows| {
        filled(u64::from, |out| {
            let done = evaluator.evaluate_batch(rows, Board::None, Run::default(), out);
            done.expect("dealt hands are hands");
        })
    };
    pair(what, functions, rules, hands, one, many)
}

fn twos(hands: Hands) -> Vec<Work> {
    let functions = ["evaluate_two", "evaluate_two_batch"];
    let one = |evaluator: &Evaluator, hand: &[Card]| {
        u64::from(
            evaluator
                .evaluate_two(hand)
                .expect("dealt hands are hands")
                .0,
        )
    };
    let many = |evaluator: &Evaluator, rows: Rows| {
        filled(u64::from, |out| {
            let done = evaluator.evaluate_two_batch(rows, Run::default(), out);
            done.expect("dealt hands are hands");
        })
    };
    pair("2 cards", functions, Rules::STANDARD, hands, one, many)
}

/// Omaha hands dealt as one: first the hole cards, then the board.
fn omaha(hands: Hands) -> Vec<Work> {
    let functions = ["evaluate_omaha", "evaluate_omaha_batch"];
    let part = |part: std::ops::Range<usize>| -> Vec<AtomicU8> {
        let numbers = hands
            .cards
            .chunks_exact(hands.width)
            .flat_map(|hand| &hand[part.clone()]);
        numbers.map(|card| AtomicU8::new(card.number())).collect()
    };
    let (holes, boards) = (part(0..HOLE), part(HOLE..hands.width));
    let board_width = hands.width - HOLE;
    let one = |evaluator: &Evaluator, hand: &[Card]| {
        let strength = evaluator.evaluate_omaha(&hand[..HOLE], &hand[HOLE..]);
        u64::from(strength.expect("dealt hands are hands").0)
    };
    let many = move |evaluator: &Evaluator, _: Rows| {
        let boards = Board::Each(Rows::new(&boards, board_width));
        filled(u64::from, |out| {
            let holes = Rows::new(&holes, HOLE);
            let done = evaluator.evaluate_omaha_batch(holes, boards, Run::default(), out);
            done.expect("dealt hands are hands");
        })
    };
    pair(
        "4 and 5 cards",
        functions,
        Rules::STANDARD,
        hands,
        one,
        many,
    )
}

fn house_keys(what: &str, rules: Rules, hands: Hands) -> Vec<Work> {
    let functions = ["house_key", "house_key_batch"];
    let one = |evaluator: &Evaluator, hand: &[Card]| {
        evaluator.house_key(hand).expect("dealt hands are hands").0
    };
    let many = |evaluator: &Evaluator, rows: Rows| {
        filled(u64::from, |out| {
            let done = evaluator.house_key_batch(rows, Board::None, Run::default(), out);
            done.expect("dealt hands are hands");
        })
    };
    pair(what, functions, rules, hands, one, many)
}

fn splits(prefer: &'static str, hands: Hands) -> Vec<Work> {
    let functions = ["best_split", "best_split_batch"];
    let preference = move |evaluator: &Evaluator| -> Prefer {
        evaluator
            .preference(prefer, Some(4))
            .expect("four can play")
    };
    let one = move |evaluator: &Evaluator, hand: &[Card]| {
        let (down, up) = hand.split_at(DOWN);
        let best = evaluator.best_split(down, up, false, preference(evaluator));
        let best = best.expect("dealt hands are hands");
        u64::from(best.five.0) + u64::from(best.two.0)
    };
    let many = move |evaluator: &Evaluator, rows: Rows| {
        let prefer = preference(evaluator);
        let number = |best: Best| u64::from(best.five.0) + u64::from(best.two.0);
        filled(number, |out| {
            let done = evaluator.best_split_batch(rows, DOWN, false, prefer, Run::default(), out);
            done.expect("dealt hands are hands");
        })
    };
    pair(
        &format!("prefer {prefer}"),
        functions,
        Rules::STANDARD,
        hands,
        one,
        many,
    )
}

fn deal() -> Work {
    let dealer = dealer(7);
    let run = move || {
        let mut sum = 0;
        for deal in 0..HANDS as u64 {
            dealer.deal(black_box(deal), |number| sum += u64::from(number));
        }
        sum
    };
    Work {
        name: "deal, 7 cards".to_string(),
        run: Box::new(run),
    }
}

fn spot(game: &str, hands: [&str; 2], board: &str) -> Spot {
    let game = Game::from_name(game).expect("a game");
    let around = Around {
        board: &cards(board).expect("a board"),
        ..Around::default()
    };
    Spot::parse(game, &hands, Evaluator::new(Rules::STANDARD), around).expect("a spot")
}

/// How often the first hand won everything.
fn won(tally: &Tally) -> u64 {
    u64::try_from(tally.rows[0][0].win).expect("fewer than that")
}

fn exact(game: &'static str, hands: [&'static str; 2], board: &'static str) -> Work {
    let spot = spot(game, hands, board);
    let run = move || {
        let watch = Watch::default();
        let pieces = black_box(&spot).pieces(&watch).expect("not stopped");
        let tally = spot.count(0..pieces.expect("an exact count"), 1, &watch);
        won(&tally.expect("nobody stops it"))
    };
    let on = if board.is_empty() { "" } else { " on a board" };
    Work {
        name: format!("equity, exact, {game}{on}"),
        run: Box::new(run),
    }
}

fn sampled(game: &'static str, hands: [&'static str; 2]) -> Work {
    let spot = spot(game, hands, "");
    let run = move || {
        let tally = black_box(&spot).sample(1, 0..HANDS as u64, 1, &Watch::default());
        won(&tally.expect("nobody stops it"))
    };
    Work {
        name: format!("equity, sampled, {game}"),
        run: Box::new(run),
    }
}
