//! Which two cards Outhouse's players expose by each policy.

#[path = "expose/gains.rs"]
mod gains;

use std::cmp::Reverse;

use pokerhouse::{Card, CardSet, Dealer, Evaluator, Exposing, NoPolicy, Random, Rules, Wild};

const ALL: CardSet = CardSet(CardSet::NATURALS.0 | CardSet::JOKERS.0);

fn with_deuces(wild: Wild) -> Rules {
    Rules::new(false, wild, CardSet::parse_wilds("2").unwrap()).unwrap()
}

fn rules() -> [Rules; 5] {
    [
        Rules::NO_FLUSH,
        Rules::STANDARD,
        with_deuces(Wild::Card),
        with_deuces(Wild::Bug),
        with_deuces(Wild::CasinoBug),
    ]
}

/// Some hands of 5, 6 or 7 cards that these rules allow.
fn hands(rules: &Rules, size: usize, deals: u64) -> Vec<Vec<Card>> {
    let dealer = Dealer::from_set(rules.playable(), size, Random::new(11)).unwrap();
    let hand = |deal| {
        let mut hand = Vec::new();
        dealer.deal(deal, |number| hand.extend(Card::from_number(number)));
        hand
    };
    (0..deals).map(hand).collect()
}

fn numbers(cards: &[Card]) -> Vec<u8> {
    cards.iter().map(|card| card.number()).collect()
}

#[test]
fn two_exposes_the_strongest_two_cards_and_leaves_the_most_of_equal_ones() {
    for rules in rules() {
        let evaluator = Evaluator::new(rules);
        let policy = Exposing::new(&evaluator, "two", 3, ALL).unwrap();
        for size in 5..=7 {
            for hand in hands(&rules, size, 4000) {
                let exposures = evaluator.exposures(&hand).unwrap();
                // Before the end what leaves most is what leaves the most wild cards.
                let best = exposures.iter().max_by_key(|exposure| {
                    let wilds = exposure
                        .columns
                        .map(|column| rules.wilds().contains(hand[usize::from(column)]));
                    let wilds = if size < 7 {
                        wilds.iter().filter(|&&wild| wild).count()
                    } else {
                        0
                    };
                    let first = Reverse(exposure.columns);
                    (exposure.two, exposure.left, Reverse(wilds), first)
                });
                let wanted = best.unwrap().columns.map(usize::from);
                assert_eq!(policy.expose(&numbers(&hand)), wanted, "{hand:?}");
            }
        }
    }
}

#[test]
fn five_leaves_the_strongest_five_at_the_end_and_of_equal_ones_exposes_the_stronger_two() {
    for rules in rules() {
        let evaluator = Evaluator::new(rules);
        let policy = Exposing::new(&evaluator, "five", 3, ALL).unwrap();
        for hand in hands(&rules, 7, 4000) {
            let exposures = evaluator.exposures(&hand).unwrap();
            let best = exposures
                .iter()
                .max_by_key(|exposure| (exposure.left, exposure.two, Reverse(exposure.columns)));
            let wanted = best.unwrap().columns.map(usize::from);
            assert_eq!(policy.expose(&numbers(&hand)), wanted, "{hand:?}");
        }
    }
}

#[test]
fn share_never_exposes_what_another_choice_beats_in_both_hands() {
    let evaluator = Evaluator::new(Rules::NO_FLUSH);
    for players in [2, 7] {
        let policy = Exposing::new(&evaluator, "share", players, ALL).unwrap();
        for hand in hands(&Rules::NO_FLUSH, 7, 4000) {
            let exposures = evaluator.exposures(&hand).unwrap();
            let columns = policy.expose(&numbers(&hand));
            let chosen = exposures
                .iter()
                .find(|exposure| exposure.columns.map(usize::from) == columns)
                .unwrap();
            for other in &exposures {
                let both = (other.two >= chosen.two, other.left >= chosen.left);
                let same = (other.two, other.left) == (chosen.two, chosen.left);
                assert!(both != (true, true) || same, "{hand:?}");
                assert!(!same || other.columns >= chosen.columns, "{hand:?}");
            }
        }
    }
}

#[test]
fn before_the_end_only_ranks_count_and_order_decides_only_between_equals() {
    for rules in [Rules::NO_FLUSH, with_deuces(Wild::Card)] {
        let evaluator = Evaluator::new(rules);
        for name in ["two", "five", "share"] {
            let policy = Exposing::new(&evaluator, name, 4, ALL).unwrap();
            for size in 5..=6 {
                for hand in hands(&rules, size, 2000) {
                    let hand = numbers(&hand);
                    let ranks = |hand: &[u8], columns: [usize; 2]| {
                        let mut ranks = columns.map(|column| hand[column] / 4);
                        ranks.sort_unstable();
                        ranks
                    };
                    let columns = policy.expose(&hand);
                    assert!(columns[0] < columns[1] && columns[1] < size);
                    assert_eq!(columns, policy.clone().expose(&hand));
                    // Every suit moved on by one: the jokers stay.
                    let moved = hand.iter().map(|&card| match card {
                        52.. => card,
                        _ => card / 4 * 4 + (card + 1) % 4,
                    });
                    assert_eq!(columns, policy.expose(&moved.collect::<Vec<_>>()));
                    let backwards: Vec<u8> = hand.iter().rev().copied().collect();
                    // Wild cards are all alike, whatever is printed on them.
                    if rules.wild() == Wild::None {
                        let other = policy.expose(&backwards);
                        assert_eq!(ranks(&hand, columns), ranks(&backwards, other));
                    }
                }
            }
        }
    }
}

#[test]
fn looking_ahead_keeps_what_the_main_pot_wants() {
    let no_flush = Evaluator::new(Rules::NO_FLUSH);
    let exposed = |name, text: &str| {
        let hand = pokerhouse::cards(text).unwrap();
        let policy = Exposing::new(&no_flush, name, 4, CardSet::NATURALS).unwrap();
        let columns = policy.expose(&numbers(&hand));
        columns.map(|column| hand[column].to_string()).join(" ")
    };
    // Trips stay together, and so does a pair with an ace.
    assert_eq!(exposed("five", "9s Kd 9h 9c 4s"), "Kd 4s");
    assert_eq!(exposed("five", "Ks Kd Ah 8c 4s"), "8c 4s");
    assert_eq!(exposed("two", "Ks Kd Ah 8c 4s"), "Ks Kd");
    // Four of a kind stay together when six are held, two pair at the end give up the lower.
    assert_eq!(exposed("five", "9s Kd 9h 9c 4s 9d"), "Kd 4s");
    assert_eq!(exposed("share", "9s Kd 9h 9c 4s 9d"), "Kd 4s");
}

#[test]
fn what_is_no_policy_is_named() {
    let no_flush = Evaluator::new(Rules::NO_FLUSH);
    let fault = |name, players, deck| Exposing::new(&no_flush, name, players, deck).unwrap_err();
    let name = fault("best", 4, ALL);
    assert_eq!(name, NoPolicy::Name("best".into()));
    assert!(name.to_string().contains("\"best\""));
    for players in [0, 1, 8] {
        let fault = fault("two", players, ALL);
        assert_eq!(fault, NoPolicy::Players(players));
        assert!(fault.to_string().ends_with(&format!("not {players}")));
    }
    // Jokers are no cards of a deck where nothing is wild.
    let six = CardSet(0b11_1111 | CardSet::JOKERS.0);
    assert_eq!(fault("share", 2, six), NoPolicy::Deck(6));
    assert!(fault("share", 2, six).to_string().ends_with("has 6"));
}

#[test]
fn a_policy_is_settled_once_and_differs_by_what_it_was_made_for() {
    let no_flush = Evaluator::new(Rules::NO_FLUSH);
    let wild = Evaluator::new(with_deuces(Wild::Card));
    let policy = |evaluator, name, players| {
        let policy = Exposing::new(evaluator, name, players, ALL).unwrap();
        assert_eq!((policy.name(), policy.players()), (name, players));
        policy
    };
    let few = policy(&no_flush, "five", 2);
    let many = policy(&no_flush, "five", 7);
    let share = policy(&no_flush, "share", 7);
    let other = policy(&wild, "five", 7);
    let choices = |policy: &Exposing| -> Vec<[usize; 2]> {
        let hands = hands(&Rules::NO_FLUSH, 6, 3000);
        hands
            .iter()
            .map(|hand| policy.expose(&numbers(hand)))
            .collect()
    };
    assert_ne!(choices(&few), choices(&many));
    assert_ne!(choices(&share), choices(&many));
    assert_ne!(choices(&other), choices(&many));
    assert_eq!(choices(&many), choices(&policy(&no_flush, "five", 7)));
    assert_eq!(policy(&no_flush, "two", 5).answers(), 0);
}
