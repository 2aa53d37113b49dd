//! Ranges: every class and span against a naive reading of its name, the order of percentages against
//! the program that found it, and text that reads back.

// Its `main` is the command's own.
#[allow(dead_code)]
#[path = "../examples/hand_order.rs"]
mod hand_order;

use std::collections::BTreeSet;

use pokerhouse::{Card, CardError, CardSet, RANKS, Random, Range};

const ONE: u32 = 1_000_000;

type Combos = BTreeSet<[Card; 2]>;

fn range(text: &str) -> Range {
    Range::parse(text).unwrap_or_else(|error| panic!("{text:?}: {error}"))
}

fn refusal(text: &str) -> (usize, String) {
    match Range::parse(text) {
        Ok(range) => panic!("{text:?} is read as {range}"),
        Err(error) => (error.position(), error.to_string()),
    }
}

fn combos(range: &Range) -> Combos {
    range.combos().iter().map(|&(combo, _)| combo).collect()
}

fn card(number: u8) -> Card {
    Card::from_number(number).expect("0 to 51")
}

/// Every two of the 52 cards, the higher first, from aces down.
fn every_combo() -> impl Iterator<Item = [Card; 2]> {
    (0..52)
        .rev()
        .flat_map(|high| (0..high).rev().map(move |low| [card(high), card(low)]))
}

/// A class as ranks and a kind: `' '` for any suits, `'s'`, `'o'`.
type Class = (u8, u8, char);

/// The 13 pairs, and the others suited, offsuit and both.
fn classes() -> Vec<Class> {
    let ranks = (0..13).flat_map(|high| (0..=high).map(move |low| (high, low)));
    ranks
        .flat_map(|(high, low)| {
            let kinds: &[char] = if high == low {
                &[' ']
            } else {
                &[' ', 's', 'o']
            };
            kinds.iter().map(move |&kind| (high, low, kind))
        })
        .collect()
}

fn name((high, low, kind): Class) -> String {
    let [high, low] = [high, low].map(|rank| RANKS[rank as usize]);
    format!("{high}{low}{kind}").trim_end().to_string()
}

/// Whether a combo is of a class, by its cards.
fn is_of([first, second]: [Card; 2], (high, low, kind): Class) -> bool {
    let ranks = [first, second].map(|card| card.rank().expect("no joker"));
    let suited = first.suit() == second.suit();
    ranks == [high, low] && (kind == ' ' || suited == (kind == 's'))
}

fn assert_reads_back(range: &Range) {
    let text = range.to_string();
    assert_eq!(Range::parse(&text).as_ref(), Ok(range), "{text}");
}

#[test]
fn every_class_holds_the_combos_of_its_name_and_is_written_so() {
    let mut combos_of_kinds = [0; 3];
    for class in classes() {
        let read = range(&name(class));
        let expected: Combos = every_combo().filter(|&combo| is_of(combo, class)).collect();
        assert_eq!(combos(&read), expected, "{}", name(class));
        assert_eq!(read.to_string(), name(class));
        assert_reads_back(&read);
        let kind = " so".find(class.2).expect("a kind");
        combos_of_kinds[kind] += expected.len();
        // Ranks in the other order and in lower case are the same class.
        let swapped = format!("{}{}", name((class.1, class.0, ' ')), class.2).to_lowercase();
        assert_eq!(range(swapped.trim_end()), read, "{swapped}");
    }
    assert_eq!(combos_of_kinds, [1326, 312, 936]);
}

#[test]
fn every_plus_climbs_to_the_ace_or_to_one_below_the_higher_card() {
    for class @ (high, low, kind) in classes() {
        let read = range(&format!("{}+", name(class)));
        let above: Vec<Class> = if high == low {
            (low..13).map(|rank| (rank, rank, kind)).collect()
        } else {
            (low..high).map(|kicker| (high, kicker, kind)).collect()
        };
        let expected: Combos = every_combo()
            .filter(|&combo| above.iter().any(|&class| is_of(combo, class)))
            .collect();
        assert_eq!(combos(&read), expected, "{}+", name(class));
        assert_reads_back(&read);
    }
}

#[test]
fn every_two_classes_are_a_span_only_where_one_card_or_the_gap_stays() {
    let classes = classes();
    let mut spans = 0;
    for &first in &classes {
        for &last in &classes {
            let text = format!("{}-{}", name(first), name(last));
            let steps = first.1.abs_diff(last.1);
            let gaps = [first.0 - first.1, last.0 - last.1];
            let pairs = gaps.map(|gap| gap == 0);
            let one_card = first.0 == last.0 && pairs[0] == pairs[1];
            if first.2 != last.2 || !(one_card || gaps[0] == gaps[1]) {
                let (position, message) = refusal(&text);
                assert_eq!(position, 0);
                assert!(message.contains("is no span"), "{text}: {message}");
                continue;
            }
            let lowest = first.min(last);
            let between: Vec<Class> = (0..=steps)
                .map(|step| {
                    let high = if one_card { lowest.0 } else { lowest.0 + step };
                    (high, lowest.1 + step, lowest.2)
                })
                .collect();
            let read = range(&text);
            let expected: Combos = every_combo()
                .filter(|&combo| between.iter().any(|&class| is_of(combo, class)))
                .collect();
            assert_eq!(combos(&read), expected, "{text}");
            assert_reads_back(&read);
            spans += 1;
        }
    }
    // 13 * 13 of pairs. Of each of three kinds: with one higher card the sum of k * k for 1 to 12
    // kickers, 650, and as many with one gap, less the 78 that are one class counted in both.
    assert_eq!(spans, 169 + 3 * (650 + 650 - 78));
}

#[test]
fn the_order_of_percentages_is_the_one_that_the_program_finds() {
    let mut taken = 0;
    let mut names: Vec<String> = Vec::new();
    for standing in hand_order::order() {
        taken += range(&standing.class).combos().len();
        names.push(standing.class);
        let percent = format!("{:.6}%", taken as f64 * 100.0 / 1326.0);
        assert_eq!(range(&percent), range(&names.join(" ")), "{percent}");
    }
    assert_eq!((names.len(), taken), (169, 1326));
}

#[test]
fn a_percentage_takes_the_whole_classes_that_come_nearest() {
    let mut sizes = BTreeSet::new();
    let mut before = Combos::new();
    for hundredths in 23..=10_000 {
        let read = range(&format!("{}.{:02}%", hundredths / 100, hundredths % 100));
        let now = combos(&read);
        assert!(now.is_superset(&before), "{hundredths}");
        sizes.insert(now.len());
        before = now;
    }
    assert_eq!(combos(&Range::random()), before);
    // A class is 4, 6 or 12 combos, so that hundredths of a percent, 0.13 combos, pass none by.
    assert_eq!(sizes.len(), 169);
    for percent in 1..=100 {
        let target = f64::from(percent) * 13.26;
        let found = range(&format!("{percent}%")).combos().len();
        let off = |size: usize| (size as f64 - target).abs();
        assert!(
            sizes.iter().all(|&size| off(found) <= off(size)),
            "{percent}%"
        );
    }
}

#[test]
fn random_ranges_with_weights_read_back() {
    let random = Random::new(1);
    for sample in 0..400u64 {
        let mut draw = {
            let mut draws = 0;
            move |below: u64| {
                draws += 1;
                random.at(sample * 4096 + draws) % below
            }
        };
        let weights = [ONE, 1 + draw(999_999) as u32, 250_000, 1];
        let kinds = 1 + draw(4);
        let mut items = Vec::new();
        // Whole classes and single combos, dense in some samples and thin in others.
        let one_in = 1 + draw(12);
        for class in classes()
            .into_iter()
            .filter(|class| class.2 != ' ' || class.0 == class.1)
        {
            if draw(one_in) == 0 {
                items.push((name(class), weights[draw(kinds) as usize]));
            }
        }
        let one_in = 1 + draw(200);
        let named: Vec<Combos> = items.iter().map(|(name, _)| combos(&range(name))).collect();
        for combo in every_combo().filter(|combo| !named.iter().any(|set| set.contains(combo))) {
            if draw(one_in) == 0 {
                let [high, low] = combo;
                items.push((format!("{low}{high}"), weights[draw(kinds) as usize]));
            }
        }
        let texts = items
            .iter()
            .map(|(name, weight)| format!("{name}:{}.{:06}", weight / ONE, weight % ONE));
        let text = texts.collect::<Vec<_>>().join(" ");
        if !text.is_empty() {
            assert_reads_back(&range(&text));
        }
    }
}

#[test]
fn combos_stand_once_from_aces_down_with_the_higher_card_first() {
    let random = Range::random();
    let all: Vec<[Card; 2]> = random.combos().iter().map(|&(combo, _)| combo).collect();
    assert_eq!(all, every_combo().collect::<Vec<_>>());
    assert_eq!(all.len(), 1326);
    for text in [
        "random",
        "any",
        "*",
        "Random",
        "100%",
        "22+ AK-32 AQ-42 AJ-52 AT-62 A9-72 A8-82 A7-92 A6-T2 A5-J2 A4-Q2 A3-K2 A2",
    ] {
        assert_eq!(range(text), random, "{text}");
    }
    assert_eq!(random.to_string(), "random");
    assert_eq!(
        range("2c3d 2cAs 3d2c").combos(),
        [([card(51), card(0)], ONE), ([card(5), card(0)], ONE),]
    );
}

#[test]
fn weights_are_exact() {
    for millionths in [1, 10, 333_333, 499_999, 500_000, 500_001, 999_999, ONE] {
        let decimals = format!("{}.{:06}", millionths / ONE, millionths % ONE);
        for text in [
            decimals.as_str(),
            decimals.trim_end_matches('0').trim_end_matches('.'),
        ] {
            let read = range(&format!("AKs:{text}"));
            assert!(
                read.combos()
                    .iter()
                    .all(|&(_, weight)| weight == millionths)
            );
            assert_reads_back(&read);
        }
    }
    assert_eq!(range("QQ+:.5"), range("QQ+ : 0.500000"));
    assert_eq!(
        range("15%:0.5").to_string(),
        "55+:0.5, A5s+:0.5, K9s+:0.5, QJs:0.5, A9o+:0.5, KJo+:0.5"
    );
}

#[test]
fn text_is_written_as_people_write_it() {
    for (text, written) in [
        ("AKs, KK, QQ, AA", "QQ+, AKs"),
        ("AKo AKs", "AK"),
        ("AT+ A9s", "A9s+, ATo+"),
        ("KTo-K8o", "KTo-K8o"),
        ("66-99", "99-66"),
        ("98s 87s 76s T9s", "T9s-76s"),
        ("98s 87s", "98s, 87s"),
        ("JTs J9s T9s 98s 87s", "J9s+, T9s-87s"),
        ("QJo AsKs AK:1", "AK, QJo"),
        ("22:0.1 A♥K♥ 10h9h", "AhKh, Th9h, 22:0.1"),
        ("AA:0.25 KK AsQs:0.5", "KK, AsQs:0.5, AA:0.25"),
        ("AhKh AsKs AdKd", "AsKs, AhKh, AdKd"),
        ("AhKh AsKs AdKd AcKc", "AKs"),
        ("A2o+ A2s+ 22+", "22+, A2+"),
        (
            "99 - 66 , KTo -K8o:0.5\tT9s- 76s :0.25",
            "99-66, KTo-K8o:0.5, T9s-76s:0.25",
        ),
    ] {
        let read = range(text);
        assert_eq!(read.to_string(), written, "{text}");
        assert_reads_back(&read);
    }
}

#[test]
fn a_combo_named_twice_has_one_weight_or_is_refused() {
    assert_eq!(range("QQ+ KK AsAh"), range("QQ+"));
    assert_eq!(range("AK:0.5 AKs:0.5"), range("AK:0.5"));
    let (position, message) = refusal("QQ, AKs:0.5, AhKh");
    assert_eq!(position, 13);
    assert_eq!(
        message,
        "\"AhKh\" at character 13 gives AhKh the weight 1, and it has the weight 0.5 already"
    );
}

#[test]
fn what_cannot_be_read_is_named_with_its_place_and_what_would_be_right() {
    for (text, position, says) in [
        (
            "",
            0,
            "an empty item at character 0 is no hand: write one such as QQ+ or AKs",
        ),
        ("  ", 2, "an empty item at character 2 is no hand"),
        (",AA", 0, "an empty item at character 0 is no hand"),
        ("AA, , KK", 4, "an empty item at character 4 is no hand"),
        ("AA,KK, ", 6, "an empty item at character 6 is no hand"),
        (
            "AA, :0.5",
            4,
            "\":0.5\" at character 4 has no hand before its ':'",
        ),
        (
            "AA :",
            0,
            "\"AA :\" at character 0 has no weight behind its ':'",
        ),
        (
            "AA, KTo -",
            4,
            "\"KTo -\" at character 4 has no hand behind its '-'",
        ),
        ("-5", 0, "\"-5\" at character 0 has no hand before its '-'"),
        (
            "AA, -5:0.5",
            4,
            "\"-5\" at character 4 has no hand before its '-'",
        ),
        ("-", 0, "\"-\" at character 0 has no hand before its '-'"),
        (
            "A♥K♥ -K8o",
            0,
            "\"A♥K♥\" at character 0 is one combo, and a span",
        ),
        (
            "A♥K♥, K8o - A♥K♥",
            12,
            "\"A♥K♥\" at character 12 is one combo, and a span",
        ),
        ("AA AAs", 3, "\"AAs\" at character 3 is a pair"),
        ("AAo", 0, "write AA"),
        ("AhAh", 0, "is one card twice"),
        ("Ah Kh", 0, "\"Ah\" at character 0 is one card"),
        ("AhKhQh", 0, "is 3 cards"),
        ("AA XbAs", 3, "\"XbAs\" at character 3 has a joker"),
        ("AhKh+", 0, "is one combo, and + goes behind a class"),
        ("99-66+", 3, "\"66+\" at character 3 is no hand of a range"),
        ("99+-66", 0, "\"99+\" at character 0 is no hand of a range"),
        (
            "KK-QQ-JJ",
            3,
            "\"QQ-JJ\" at character 3 is no hand of a range",
        ),
        ("KTo-Q8o", 0, "\"KTo-Q8o\" at character 0 is no span"),
        ("AKs-AQo", 0, "is no span"),
        ("AKs - AQ", 0, "\"AKs - AQ\" at character 0 is no span"),
        ("99-AKs", 0, "is no span"),
        ("AA-AK", 0, "is no span"),
        ("AA:0", 3, "\"0\" at character 3 is no weight"),
        ("AA:0.000000", 3, "is no weight"),
        ("AA:1.000001", 3, "above 0 and up to 1"),
        ("AA:0.1234567", 3, "at most six decimals"),
        (
            "AA:",
            0,
            "\"AA:\" at character 0 has no weight behind its ':'",
        ),
        ("AA:1.", 3, "is no weight"),
        ("AA:.", 3, "is no weight"),
        ("AA:-0.5", 3, "is no weight"),
        ("AA:+0.5", 3, "is no weight"),
        ("AA:1e-3", 3, "is no weight"),
        ("AA:nan", 3, "is no weight"),
        ("AA:0.5:0.5", 3, "\"0.5:0.5\" at character 3 is no weight"),
        ("AA:99999999999999999999", 3, "is no weight"),
        ("0%", 0, "is no part of all hands"),
        ("-5%", 0, "is no part of all hands"),
        ("100.000001%", 0, "up to 100"),
        ("7.1234567%", 0, "at most six decimals"),
        ("%", 0, "is no part of all hands"),
        ("AA 0.226244%", 3, "takes no hand"),
        ("AK*", 0, "is no hand of a range"),
        ("A", 0, "is no hand of a range"),
        ("10", 0, "is no hand of a range"),
        ("+", 0, "\"+\" at character 0 has no hand before its '+'"),
        ("AKQ", 0, "is no hand of a range"),
        ("AA; KK", 0, "\"AA;\" at character 0"),
        ("KK, АA", 4, "\"АA\" (with U+0410) at character 4"),
    ] {
        let (found, message) = refusal(text);
        assert!(message.contains(says), "{text:?}: {message}");
        assert_eq!(found, position, "{text:?}: {message}");
    }
    let (_, message) = refusal(&"x".repeat(1000));
    assert!(message.len() < 250, "{message}");
    assert_eq!(range("0.226245%"), range("AA"));
}

#[test]
fn without_dead_cards_the_combos_that_touch_them_are_gone() {
    let dead: CardSet = pokerhouse::cards("As Kd").unwrap().into_iter().collect();
    let left = range("AA AKs:0.5").without(dead).unwrap();
    assert_eq!(left.to_string(), "AhAd, AhAc, AdAc, AhKh:0.5, AcKc:0.5");
    assert_reads_back(&left);
    assert_eq!(range("AsKs").without(dead), None);
    assert_eq!(Range::random().without(dead).unwrap().combos().len(), 1225);
    assert_eq!(range("QQ").without(CardSet::EMPTY), Some(range("QQ")));
}

#[test]
fn a_single_hand_is_a_range_unless_it_is_no_hand() {
    let [ace, king] = [card(51), card(46)];
    assert_eq!(Range::try_from([king, ace]), Ok(range("AsKh")));
    let joker = Card::RED_JOKER;
    assert_eq!(
        Range::try_from([ace, ace]),
        Err(CardError::Duplicate { card: ace })
    );
    assert_eq!(
        Range::try_from([ace, joker]),
        Err(CardError::Joker { card: joker })
    );
}
