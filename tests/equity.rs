//! Equity: known counts, and exact counts beside a naive walk.

#[path = "equity/dealing.rs"]
mod dealing;
#[path = "equity/naive.rs"]
mod naive;
#[path = "equity/samples.rs"]
mod samples;
mod walk;

use naive::{Case, assert_same, assert_shared_out, dealt};
use pokerhouse::{CardSet, Rules, SHARE, Spot, Tally, Watch, Wild};

/// Into how many pieces the exact count of a spot is divided.
fn pieces_of(spot: &Spot) -> u64 {
    let pieces = spot.pieces(&Watch::default()).expect("not stopped");
    pieces.expect("an exact count")
}

fn count(case: &Case, threads: usize) -> Tally {
    let spot = case.spot();
    let pieces = pieces_of(&spot);
    let tally = spot.count(0..pieces, threads, &Watch::default());
    tally.expect("not stopped")
}

fn holdem(hands: &[&str], board: &str) -> Tally {
    count(&Case::new("holdem", hands).on(board), 1)
}

fn equity(tally: &Tally, hand: usize) -> f64 {
    tally.rows[hand][0].shares as f64 / (tally.total as f64 * SHARE as f64)
}

/// Whether a case is counted as the naive walk does it.
fn check(case: &Case) -> Tally {
    let tally = count(case, 2);
    assert_same(&tally, &case.walk(), case);
    tally
}

/// Rules of every kind: without wild cards, and with the deuces or the jokers alone wild in each way.
fn every_rules() -> Vec<Rules> {
    let mut every = vec![Rules::STANDARD, Rules::NO_FLUSH];
    let deuces = CardSet::parse_wilds("2").unwrap();
    for wild in [Wild::Card, Wild::Bug, Wild::CasinoBug] {
        every.push(Rules::new(true, wild, deuces).unwrap());
        every.push(Rules::new(false, wild, CardSet::EMPTY).unwrap());
    }
    every
}

fn is_wild(rules: Rules) -> bool {
    rules.wild() != Wild::None
}

#[test]
fn known_counts_before_the_flop() {
    for (hands, win, lose, tie) in [
        (["Jc5c", "QdTd"], 600_384, 1_096_118, 15_802),
        (["6d7d", "2s2h"], 891_821, 774_031, 46_452),
    ] {
        let tally = holdem(&hands, "");
        let row = &tally.rows[0][0];
        assert_eq!((row.win, row.lose, row.tie), (win, lose, tie), "{hands:?}");
        assert_eq!(tally.total, 1_712_304);
    }
}

#[test]
fn known_equities_against_ranges() {
    let flop = holdem(&["KcQc", "AQo+"], "2c3d4h");
    assert!(
        (equity(&flop, 0) - 0.164_815).abs() < 5e-7,
        "{}",
        equity(&flop, 0)
    );
    let weighted = holdem(&["AA", "QQ:0.01, 22"], "");
    assert!(
        (equity(&weighted, 0) - 0.822_10).abs() < 5e-6,
        "{}",
        equity(&weighted, 0)
    );
}

/// The cards of a whole hand of each game on this board.
fn whole(game: &str, on_board: usize) -> &'static [usize] {
    match (game, on_board) {
        ("holdem", _) => &[2],
        ("omaha", _) => &[4],
        ("omaha5", _) => &[5],
        ("omaha6", _) => &[6],
        ("ethos", _) => &[1],
        ("tri-show", 0..=3) => &[3],
        ("tri-show", _) => &[2],
        ("stackhouse", 0..=3) => &[10],
        ("stackhouse", _) => &[9],
        ("outhouse", _) => &[7],
        _ => &[3, 4],
    }
}

#[test]
fn boards_to_come_after_the_flop_are_walked_in_every_game_by_every_rules() {
    let games = [
        "holdem",
        "omaha",
        "omaha5",
        "omaha6",
        "ethos",
        "tri-show",
        "stackhouse",
    ];
    let mut seed = 0;
    for game in games {
        for rules in every_rules() {
            for on_board in [3, 4, 5] {
                seed += 1;
                // A discard is looked up in all hands of seven, which takes a while for each rules.
                if is_wild(rules) && whole(game, on_board) != whole(game, 5) {
                    continue;
                }
                let players = if game == "stackhouse" {
                    2
                } else {
                    2 + seed % 3
                };
                let hands = vec![whole(game, on_board); players];
                for jokers in if is_wild(rules) { 0..=2 } else { 0..=0 } {
                    let case = Case::new(game, &[""]).by(rules).with_jokers(jokers);
                    // With jokers their likelihood to be dealt is higher where the deck is small.
                    let left = (jokers > 0 || game != "holdem").then_some(12);
                    check(&dealt(case, &hands, on_board, left, seed as u64));
                }
            }
        }
    }
}

#[test]
fn boards_before_the_flop_are_walked_one_by_one() {
    for rules in [Rules::STANDARD, Rules::NO_FLUSH] {
        for hands in [
            &["AhKh", "QsQd"][..],
            &["5h4h", "As2s"],
            &["9c8c", "9d8d"],
            &["Ts9s", "8s7s"],
            &["AsKs", "QsJs", "2d2c"],
            &["2c2d", "2h3s", "4s5s", "Ad3h"],
        ] {
            let tally = check(&Case::new("holdem", hands).by(rules));
            let cards = 52 - 2 * hands.len() as u128;
            let boards = (0..5).fold(1, |boards, i| boards * (cards - i) / (i + 1));
            assert_eq!(tally.total, boards);
        }
        check(
            &Case::new("holdem", &["6s5s", "QhQd"])
                .by(rules)
                .without("7s 8s 2s As Qc"),
        );
        check(&Case::new("ethos", &["As", "Kd", "Kh"]).by(rules));
        check(
            &Case::new("ethos", &["5c", "5s"])
                .by(rules)
                .without("Ac 2c 3c Kd"),
        );
    }
}

#[test]
fn more_hands_than_a_table_seats_are_walked() {
    let hands: Vec<&str> = "2c2d 2h2s 3c3d 3h3s 4c4d 4h4s 5c5d 5h5s 6c6d 6h6s 7c7d 7h7s 8c8d 8h8s \
                            9c9d 9h9s TcTd ThTs JcJd"
        .split(' ')
        .collect();
    for rules in [Rules::STANDARD, Rules::NO_FLUSH] {
        check(&Case::new("holdem", &hands).by(rules));
        check(
            &Case::new("holdem", &hands[..9])
                .by(rules)
                .without("Js Qs Ks As Ac Ad Ah"),
        );
        let ethos: Vec<&str> = hands.iter().map(|hand| &hand[..2]).collect();
        check(
            &Case::new("ethos", &ethos)
                .by(rules)
                .without("2s 3s 4s 5s 6s 7s 8s"),
        );
    }
}

#[test]
fn omaha_before_the_flop_is_walked() {
    for (seed, (game, players, left)) in [
        ("omaha", 2, 26),
        ("omaha", 3, 20),
        ("omaha", 2, 22),
        ("omaha5", 2, 22),
        ("omaha5", 4, 16),
        ("omaha6", 2, 20),
        ("omaha6", 3, 18),
    ]
    .into_iter()
    .enumerate()
    {
        for rules in [Rules::STANDARD, Rules::NO_FLUSH] {
            let case = Case::new(game, &[""]).by(rules);
            let hands = vec![whole(game, 0); players];
            check(&dealt(case, &hands, 0, Some(left), seed as u64));
        }
    }
    // Hands of one suit, and suits that one hand needs three of and the other has.
    let suited = Case::new("omaha", &["AsKsQsJs", "9s8s9d8d"]);
    check(
        &suited
            .clone()
            .without("2c3c4c5c6c7c8c 2d3d4d5d6d7d 2h3h4h5h6h7h8h9h"),
    );
    check(
        &suited
            .by(Rules::NO_FLUSH)
            .without("2c3c4c5c6c7c8c 2d3d4d5d6d7d 2h3h4h5h6h7h8h9h"),
    );
}

#[test]
fn wild_cards_before_the_flop_are_walked() {
    let games = ["holdem", "omaha", "ethos", "omaha6"];
    for (seed, rules) in every_rules()
        .into_iter()
        .filter(|&rules| is_wild(rules))
        .enumerate()
    {
        for game in games {
            for jokers in [0, 2] {
                let case = Case::new(game, &[""]).by(rules).with_jokers(jokers);
                let hands = vec![whole(game, 0); 2 + seed % 2];
                check(&dealt(case, &hands, 0, Some(13), seed as u64));
            }
        }
    }
}

/// Dead cards that leave a deck of few ranks in which all suits are alike.
const LOW: &str = "2s2h2d2c 3s3h3d3c 4s4h4d4c 5s5h5d5c 6s6h6d6c 7s7h7d7c 8s8h8d8c 9s9h9d9c";

#[test]
fn ranges_are_walked_deal_by_deal() {
    let mut totals = vec![];
    for rules in [Rules::STANDARD, Rules::NO_FLUSH] {
        for (hands, board, dead) in [
            // All suits alike.
            (&["AA", "KK"][..], "", LOW),
            (&["QQ+, AKs", "QQ+, AKs"], "", LOW),
            (&["AK, QQ:0.5", "KK+:0.25, AQs"], "", LOW),
            (&["AKs", "AKo", "QQ"], "", LOW),
            (&["random", "AhKh"], "", LOW),
            (&["random", "AhKd", "Qs"], "", LOW),
            // Some alike.
            (&["AA", "AK, KQ:0.3"], "", &format!("{LOW} Ts Jh")),
            (
                &["AhKh, AhQh:0.1", "KK+, AhQs"],
                "",
                &format!("{LOW} Ts Js"),
            ),
            // Known hands, and hands known in part.
            (&["AsKd", "random", "Ah"], "", LOW),
            (&["As", "Ah"], "", LOW),
            (&["As", ""], "", &format!("{LOW} Ah")),
            // After the flop.
            (&["AA:0.5, KQs", "QJ+, 9d9h:0.125"], "AhKs2c", "3d3h"),
            (&["AK", "KQ:0.000001, QQ", "AcKc, AQ:0.7"], "AhKs2c7d", ""),
            (&["QQ+", "QQ+", "QQ+", "QQ+"], "AhKs2c7d2d", ""),
            (&["random", "random"], "AhKs2c7d2d", &LOW[9..45]),
            (&["", "Kc", "QhJh, ThTc"], "AhKs2c7d2d", ""),
        ] {
            let case = Case::new("holdem", hands).by(rules).on(board).without(dead);
            totals.push(check(&case).total);
        }
    }
    // Aces and kings, with every board of the other 16 cards.
    assert_eq!(totals[0], 6 * 6 * 4368);
}

#[test]
fn ranges_are_walked_with_wild_cards() {
    let deuces = CardSet::parse_wilds("2").unwrap();
    let one_deuce = CardSet::parse_wilds("2h Ks").unwrap();
    for wild in [Wild::Card, Wild::Bug, Wild::CasinoBug] {
        for wilds in [deuces, one_deuce, CardSet::EMPTY] {
            let rules = Rules::new(true, wild, wilds).unwrap();
            let case = Case::new("holdem", &["KK+, A2s", "Q2s, AK:0.5"]).by(rules);
            check(
                &case
                    .clone()
                    .without(&format!("{} TsThTdTcJsJhJdJc", &LOW[9..])),
            );
            check(&case.with_jokers(2).on("QhQd3c"));
        }
    }
}

#[test]
fn other_games_hands_known_in_part_are_walked() {
    let high = format!("{LOW} TsThTdTc");
    for (game, hands, board) in [
        ("ethos", &["", "As"][..], ""),
        ("ethos", &["", "", ""], ""),
        ("omaha", &["AsAhKsKh", "AdAcKd"], ""),
        ("omaha", &["AsAhKsKh", "AdAc"], ""),
        ("omaha", &["AsAhKs", "AdAcKd"], "QsJsJd"),
        ("omaha5", &["AsAhKsKhQc", "AdAcKdKc"], "QsJsJd"),
        ("tri-show", &["AsAh", "KdKc"], "QsJsJd"),
        ("tri-show", &["As", "KdKcQc"], "QsJsJd"),
        ("tri-show", &["", "KdKc"], "QsJsJdQh"),
    ] {
        check(&Case::new(game, hands).on(board).without(&high));
    }
    for (hands, dead) in [
        (["As9d2c/KhKd7s4d", "AhAc3s/KsKc7d"], ""),
        (["As9d/KhKd7s4d", "AhAc3s/KsKc7d4c"], ""),
        (["As9d/KhKd7s", "AhAc3s/KsKc7d4c"], ""),
        (["As9d/KhKd7s4d", "AhAc/KsKc7d4c"], "2s2h2d2c3h3d3c"),
        (["As9d/KhKd7s", "AhAc/KsKc7d4c"], &LOW[..17]),
    ] {
        for game in ["stud", "cowpie"] {
            check(&Case::new(game, &hands).without(dead));
        }
    }
}

#[test]
fn stackhouse_hands_known_in_part_are_walked() {
    let hands = ["As KsKd QsQd JsJdTsTd", "Ah KhKc QhQc JhJc"];
    check(
        &Case::new("stackhouse", &hands)
            .on("2s3s4d5d5h")
            .without(&LOW[36..]),
    );
}

#[test]
fn discards_are_those_of_the_ruling_before_the_flop_and_on_it() {
    let jokers = Rules::new(true, Wild::Card, CardSet::EMPTY).unwrap();
    let high = format!("{LOW} TsThTdTc");
    for case in [
        Case::new("tri-show", &["AsAhKd", "QsQhKs"]).without(&high[..26]),
        Case::new("tri-show", &["AsKsQd", "AhJhJd", "QcJcKc"]).without(&high[..36]),
        Case::new("tri-show", &["9s9h8d", "7c7d6c"])
            .without(&high[..18])
            .on("8s5d5h"),
        Case::new("tri-show", &["AsAhKd", "QsQh"]).on("AcQcTc"),
        // Two cards of a rank, of which either may be discarded.
        Case::new("tri-show", &["AsAhAd", "KsKhKd"]).without(&high[..63]),
        Case::new(
            "stackhouse",
            &["As KsKd QsQdJs JdTsTd9s", "Ah KhKc QhQcJh JcThTc9h"],
        )
        .without(&high[..45]),
        Case::new(
            "stackhouse",
            &["As KsKd QsQdJs JdTsTd9s", "Ah KhKc QhQc JcThTc9h"],
        )
        .on("8s8h8d"),
    ] {
        check(&case);
        check(&case.by(Rules::NO_FLUSH));
    }
    // A joker of one's own, which is in no deck.
    for case in [
        Case::new("tri-show", &["AsXbKd", "QsQhKs"]).on("2s3s9d"),
        Case::new("tri-show", &["XrXb5d", "QsQh6s"]).on("9s3s9d"),
        Case::new("tri-show", &["9dXb5d", "QsQh6s"]).on("Xr3sJd"),
        Case::new("tri-show", &["9dKs5d", "QsQh6s"])
            .on("As3sJd")
            .with_jokers(2),
    ] {
        check(&case.by(jokers));
    }
}

#[test]
fn discards_of_hands_known_in_part_are_those_of_the_ruling() {
    let high = format!("{LOW} TsThTdTc");
    check(&Case::new("tri-show", &["AsAhKd", "QsQh"]).without(&high));
    check(&Case::new("tri-show", &["AsAh", "KsQd"]).without(&high));
}

#[test]
fn divisions_are_those_of_each_players_policy() {
    let deuces = CardSet::parse_wilds("2").unwrap();
    for seed in 0..200 {
        let rules = match seed % 5 {
            0 | 1 => Rules::STANDARD,
            2 => Rules::NO_FLUSH,
            3 => Rules::new(true, Wild::Bug, deuces).unwrap(),
            _ => Rules::new(true, Wild::CasinoBug, deuces).unwrap(),
        };
        let players = 2 + seed % 6;
        let policies: Vec<&str> = (0..players)
            .map(|seat| match (seat + seed / 5) % 3 {
                0 => "five",
                2 if rules == Rules::STANDARD => "share",
                _ => "two",
            })
            .collect();
        let jokers = if is_wild(rules) { 2 } else { 0 };
        let case = Case::new("cowpie", &[""]).by(rules).with_jokers(jokers);
        let case = dealt(
            case.choosing(&policies),
            &vec![&[3, 4][..]; players],
            0,
            None,
            seed as u64,
        );
        let tally = check(&case);
        assert_eq!(tally.total, 1);
        // A card of the first hand is missing, face down or face up.
        let mut case = case;
        let cut = if seed % 2 == 0 { 4 } else { 13 };
        case.hands[0].replace_range(cut..cut + 2, "");
        check(&case);
    }
}

#[test]
fn exposures_are_those_of_each_players_policy() {
    let deuces = CardSet::parse_wilds("2").unwrap();
    let wild = Rules::new(false, Wild::Card, deuces).unwrap();
    for seed in 0..60 {
        let rules = if seed % 3 == 0 { wild } else { Rules::NO_FLUSH };
        // Policies are settled for a number of players, which takes a while.
        let players = 4 + seed % 3;
        let policies = [["two"; 6], ["share", "five", "two", "five", "two", "share"]];
        let policies = &policies[seed % 2][..players];
        let case = Case::new("outhouse", &[""]).by(rules).choosing(policies);
        let tally = check(&dealt(case, &vec![&[7][..]; players], 0, None, seed as u64));
        assert_eq!(tally.total, 1);
    }
}

/// The hands with their suits exchanged: clubs become the first of these, diamonds the second ...
fn exchanged(hands: &[&str], suits: &str) -> Vec<String> {
    let change = |letter: char| match "cdhs".find(letter) {
        Some(suit) => suits[suit..].chars().next().expect("a suit"),
        None => letter,
    };
    let hands = hands.iter();
    hands
        .map(|hand| hand.chars().map(change).collect())
        .collect()
}

#[test]
fn hands_change_places_and_suits_without_changing_what_they_win() {
    for (game, hands, board, dead) in [
        ("holdem", &["AhKh", "QsQd", "7c6c"][..], "", "2c"),
        ("holdem", &["AhKh, QcQd:0.3", "QsQd, AK"], "", "2c"),
        ("omaha", &["AhKhQsJs", "9d9c8d8c"], "2c3d4h", "Ad"),
        ("omaha5", &["AhKhQsJs2h", "9d9c8d8c2s"], "2c3d4h", "Ad"),
        (
            "stud",
            &["As9d/KhKc7s4d", "2d2h5c/3c4c6c7c", "2s3s4s/8c9c9hTh"],
            "",
            "2c",
        ),
        ("ethos", &["As", "Kd"], "", "Ac"),
    ] {
        let case = Case::new(game, hands).on(board).without(dead);
        let tally = count(&case, 1);
        let mut turned = case.clone();
        turned.hands.reverse();
        let mut again = count(&turned, 1);
        again.rows.reverse();
        assert_eq!(tally, again, "{case:?}");
        for suits in ["dhsc", "scdh", "chds", "sdhc"] {
            let mut other = case.clone();
            let around = exchanged(&[board, dead], suits);
            other.hands = exchanged(hands, suits);
            (other.board, other.dead) = (around[0].clone(), around[1].clone());
            assert_eq!(tally, count(&other, 1), "{other:?}");
        }
    }
    for (game, hands) in [
        ("holdem", ["AsKh", "AhKs"]),
        ("holdem", ["AhAd, KhKd:0.5", "AsAc, KsKc:0.5"]),
        ("omaha", ["AsAhKdQd", "AdAcKhQh"]),
    ] {
        let tally = count(&Case::new(game, &hands), 1);
        assert_eq!(tally.rows[0][0].tie, tally.rows[1][0].tie);
        if game == "holdem" {
            assert_eq!(tally.rows[0], tally.rows[1], "{hands:?}");
        }
    }
}

#[test]
fn pieces_add_up_on_any_number_of_threads() {
    for case in [
        Case::new("holdem", &["QQ+, AKs:0.5", "88+", "KdJd"]).on("2c3d4h"),
        Case::new("holdem", &["QQ+, AKs:0.5", "TT"]),
        Case::new("omaha", &["AhKhQsJs", "9d9c8d8c"]).on("2c3d4h"),
        Case::new("tri-show", &["AsAhKd", "QsQhKs"]).without(LOW),
        Case::new("cowpie", &["As9d/KhKc7s4d", "2d2h5c/3c4c6c7c"]),
        Case::new(
            "stackhouse",
            &["As KsKd QsQdJs JdTsTd9s", "Ah KhKc QhQcJh JcThTc9h"],
        )
        .without("2s3s4s5s6s7s8s 2c3c4c5c6c7c8c"),
    ] {
        let spot = case.spot();
        let pieces = pieces_of(&spot);
        let watch = Watch::default();
        let all = spot.count(0..pieces, 1, &watch).unwrap();
        assert_eq!(watch.done(), pieces);
        for threads in [0, 3] {
            assert_eq!(all, spot.count(0..pieces, threads, &watch).unwrap());
        }
        let mut sum = spot.count(0..0, 1, &watch).unwrap();
        assert_eq!(sum.total, 0);
        let bounds = [0, 1, pieces / 3, pieces / 2, pieces];
        for part in bounds.windows(2).rev() {
            if part[0] < part[1] {
                sum += &spot.count(part[0]..part[1], 2, &watch).unwrap();
            }
        }
        if pieces >= 3 {
            assert_eq!(all, sum, "{case:?}");
        }
    }
}

#[test]
fn stackhouse_hands_known_in_part_are_walked_hand_by_hand() {
    // Missing cards of hands Three and Four: which of them goes where matters.
    let hands = ["As KsKd QsQd JsJdTsTd", "Ah KhKc Qh"];
    check(
        &Case::new("stackhouse", &hands)
            .on("2s3s4d5d5h")
            .without(&LOW[36..]),
    );
    // Suits that change places leave a player the same cards, but not each hand.
    let hands = ["As AhKd KcQdQc JdJcTdTc", "Ac QsQh 9d9c8d JsJh8c"];
    check(&Case::new("stackhouse", &hands).without(&LOW[..53]));
}

#[test]
fn suits_that_change_places_do_not_change_which_card_is_discarded() {
    // Either king may go after 2c 2d Ac; the one that stays makes a royal flush with wild deuces.
    let deuces = CardSet::parse_wilds("2").unwrap();
    let wild = Rules::new(true, Wild::Card, deuces).unwrap();
    check(
        &Case::new("tri-show", &["KsKhAd", "QcQd"])
            .by(wild)
            .without(&LOW[9..]),
    );
}

#[test]
fn weights_of_six_digits_are_counted_without_an_overflow() {
    let hands = [
        "AA:0.999999, KK:0.999983, QQ:0.999979",
        "JJ:0.999999, TT:0.999983, AK:0.999979",
    ];
    for board in ["", "2c3d4h"] {
        let tally = count(&Case::new("holdem", &hands).on(board), 1);
        assert_shared_out(&tally);
        assert!(tally.total > 1 << 52);
    }
}

#[test]
fn outhouse_needs_a_deck_for_its_last_round() {
    // Seven hands keep four cards each and draw three: 49 of 52.
    let hands = [""; 7];
    let case = Case::new("outhouse", &hands).by(Rules::NO_FLUSH);
    assert!(case.clone().without("2c2d2h").read().is_ok());
    assert!(case.clone().without("2c2d2h2s").read().is_err());
    assert!(case.without("2c2d2h2s3c3d3h3s4c4d4h4s").read().is_err());
}
