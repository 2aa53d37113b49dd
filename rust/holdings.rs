//! Every way to hold up to seven cards where suits do not matter, and how often each comes.

/// The ranks, and the wild cards as one more.
pub(crate) const FACES: usize = 14;
/// The face of a wild card.
pub(crate) const WILD: u8 = 13;
/// The most cards that are held.
pub(crate) const MOST_CARDS: usize = 7;

/// Some cards as faces, without order.
#[derive(Clone, Copy, Default)]
pub(crate) struct Holding {
    /// How many of each face.
    pub(crate) held: [u8; FACES],
    /// The place, among those of one card more, of these cards and one of each face.
    pub(crate) with: [u32; FACES],
}

/// Everything that can be held of a deck, and what may be drawn to it.
pub(crate) struct Holdings {
    /// How many cards of each face the deck has.
    cards: Vec<u8>,
    /// Of 0 to 6 cards, and how many there are of 7.
    all: [Vec<Holding>; MOST_CARDS],
    sevens: usize,
}

impl Holdings {
    /// Of a deck with so many cards of each face.
    pub(crate) fn new(cards: Vec<u8>) -> Holdings {
        let (all, sevens) = every_holding(cards.len());
        Holdings { cards, all, sevens }
    }

    /// How many faces the deck's cards have.
    pub(crate) fn faces(&self) -> usize {
        self.cards.len()
    }

    /// All of so many cards, at most 6, in the order of their places.
    pub(crate) fn of(&self, cards: usize) -> &[Holding] {
        &self.all[cards]
    }

    /// The place of up to six faces among those of that many cards.
    pub(crate) fn place(&self, faces: &[usize]) -> usize {
        let with = |(cards, place): (usize, usize), &face: &usize| {
            (cards + 1, self.all[cards][place].with[face] as usize)
        };
        faces.iter().fold((0, 0), with).1
    }

    /// How many hands of so many cards there are.
    pub(crate) fn count(&self, cards: usize) -> usize {
        self.all.get(cards).map_or(self.sevens, Vec::len)
    }

    /// What hands are worth before they are filled from `held` cards up to those of these values.
    pub(crate) fn expected(&self, held: usize, cards: usize, mut values: Vec<f64>) -> Vec<f64> {
        for cards in (held..cards).rev() {
            let mean = |holding: &Holding| {
                let draws = self.draws(holding);
                draws.fold(0.0, |sum, (hand, chance)| sum + chance * values[hand])
            };
            values = self.all[cards].iter().map(mean).collect();
        }
        values
    }

    /// How often hands are held after they were filled from `held` to `cards`.
    pub(crate) fn dealt(&self, held: usize, cards: usize, mut times: Vec<f64>) -> Vec<f64> {
        for cards in held..cards {
            let mut dealt = vec![0.0; self.count(cards + 1)];
            for (holding, often) in self.all[cards].iter().zip(times) {
                if often > 0.0 {
                    self.draws(holding)
                        .for_each(|(hand, chance)| dealt[hand] += often * chance);
                }
            }
            times = dealt;
        }
        times
    }

    /// The hands that the next card may make, and how often it does.
    #[inline]
    fn draws(&self, holding: &Holding) -> impl Iterator<Item = (usize, f64)> {
        let left = |(&all, &held): (&u8, &u8)| all.saturating_sub(held);
        let faces = self.cards.iter().zip(&holding.held).map(left);
        let cards: u32 = faces.clone().map(u32::from).sum();
        let chance = 1.0 / f64::from(cards.max(1));
        let hands = faces.zip(holding.with);
        hands.map(move |(left, hand)| (hand as usize, f64::from(left) * chance))
    }
}

/// All hands of 0 to 6 cards of so many faces, and how many there are of seven.
fn every_holding(faces: usize) -> ([Vec<Holding>; MOST_CARDS], usize) {
    /// Where a hand comes from: one of a card less, and the last face. Faces are added in order.
    #[derive(Clone, Copy)]
    struct Origin {
        before: usize,
        last: usize,
        first_child: usize,
    }
    let mut all: [Vec<Holding>; MOST_CARDS] = Default::default();
    let root = Origin {
        before: 0,
        last: 0,
        first_child: 0,
    };
    let mut level = vec![(root, Holding::default())];
    for cards in 0..MOST_CARDS {
        let mut next = Vec::new();
        // A face that comes after the last one is added at the end; one that comes before it is added
        // to what there was before the last one.
        let child = |origin: &Origin, face: usize| origin.first_child + face - origin.last;
        for (place, (origin, holding)) in level.iter_mut().enumerate() {
            origin.first_child = next.len();
            for face in origin.last..faces {
                let added = Origin {
                    before: place,
                    last: face,
                    first_child: 0,
                };
                let mut held = holding.held;
                held[face] += 1;
                let with = [0; FACES];
                next.push((added, Holding { held, with }));
            }
        }
        for place in 0..level.len() {
            let origin = level[place].0;
            for face in 0..faces {
                let with = if face >= origin.last {
                    child(&origin, face)
                } else {
                    let swapped = all[cards - 1][origin.before].with[face] as usize;
                    child(&level[swapped].0, origin.last)
                };
                level[place].1.with[face] = with as u32;
            }
        }
        all[cards] = level.into_iter().map(|(_, holding)| holding).collect();
        level = next;
    }
    (all, level.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of 52 cards, and of 54 of which six are wild: both jokers and the deuces.
    fn both() -> [Holdings; 2] {
        let wild = [&[0][..], &[4; 12], &[6]].concat();
        [vec![4; 13], wild].map(Holdings::new)
    }

    fn choose(n: u32, k: u32) -> f64 {
        (0..k).fold(1.0, |product, i| {
            product * (f64::from(n) - f64::from(i)) / f64::from(i + 1)
        })
    }

    #[test]
    fn hands_are_all_ways_to_hold_faces_and_one_however_they_came_together() {
        for (hands, faces) in both().iter().zip([13, 14]) {
            assert_eq!(hands.faces(), faces as usize);
            for cards in 0..=MOST_CARDS as u32 {
                let wanted = choose(faces + cards - 1, cards).round() as usize;
                assert_eq!(hands.count(cards as usize), wanted);
            }
            for (cards, holdings) in hands.all.iter().enumerate() {
                for (place, holding) in holdings.iter().enumerate() {
                    let held = holding.held.iter().enumerate();
                    let faces: Vec<usize> = held
                        .rev()
                        .flat_map(|(face, &held)| vec![face; held.into()])
                        .collect();
                    assert_eq!((faces.len(), hands.place(&faces)), (cards, place));
                }
            }
        }
    }

    #[test]
    fn hands_come_as_often_as_cards_can_be_chosen_for_them() {
        for hands in both() {
            let all: u32 = hands.cards.iter().map(|&cards| u32::from(cards)).sum();
            let dealt = hands.dealt(0, 6, vec![1.0]);
            for (holding, often) in hands.all[6].iter().zip(dealt) {
                let faces = hands.cards.iter().zip(&holding.held);
                let ways: f64 = faces
                    .map(|(&cards, &held)| choose(cards.into(), held.into()))
                    .product();
                assert!((often - ways / choose(all, 6)).abs() < 1e-12);
            }
            let sevens = hands.dealt(0, 7, vec![1.0]);
            assert!((sevens.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        }
    }
}
