//! Two registers of lanes as one. What is done to one then stands beside what is done to the other, so
//! that neither has to wait: a processor does not look far enough ahead to find the other by itself.

use std::ops::{Add, BitAnd, BitOr, BitXor, Not, Sub};

use super::lanes::{ByteTable, Lanes, MiddleTable, Table};

/// Two of something.
#[derive(Clone, Copy)]
pub(super) struct Twice<T>(pub(super) T, pub(super) T);

impl<T> Twice<T> {
    /// The first or the second.
    #[inline(always)]
    pub(super) fn half(self, half: usize) -> T {
        match half {
            0 => self.0,
            _ => self.1,
        }
    }
}

macro_rules! operator {
    ($trait:ident, $method:ident) => {
        impl<T: $trait<Output = T>> $trait for Twice<T> {
            type Output = Twice<T>;

            #[inline(always)]
            fn $method(self, other: Twice<T>) -> Twice<T> {
                Twice(self.0.$method(other.0), self.1.$method(other.1))
            }
        }
    };
}

operator!(BitAnd, bitand);
operator!(BitOr, bitor);
operator!(BitXor, bitxor);
operator!(Add, add);
operator!(Sub, sub);

impl<T: Not<Output = T>> Not for Twice<T> {
    type Output = Twice<T>;

    #[inline(always)]
    fn not(self) -> Twice<T> {
        Twice(!self.0, !self.1)
    }
}

/// Methods that do to each what lanes of one register do.
macro_rules! each {
    ($($method:ident($($argument:ident: $type:ty),*) -> $result:ty;)*) => {$(
        #[inline(always)]
        fn $method(self $(, $argument: $type)*) -> $result {
            Twice(self.0.$method($($argument.0),*), self.1.$method($($argument.1),*))
        }
    )*};
}

/// The same of look-ups in one table.
macro_rules! reads {
    ($($method:ident($type:ty);)*) => {$(
        #[inline(always)]
        fn $method(self, table: &$type) -> Self {
            Twice(self.0.$method(table), self.1.$method(table))
        }
    )*};
}

impl<V: Lanes> Lanes for Twice<V> {
    type Mask = Twice<V::Mask>;

    #[inline(always)]
    fn all(self, number: u16) -> Self {
        Twice(self.0.all(number), self.1.all(number))
    }

    #[inline(always)]
    fn up<const BITS: i32>(self) -> Self {
        Twice(self.0.up::<BITS>(), self.1.up::<BITS>())
    }

    #[inline(always)]
    fn down<const BITS: i32>(self) -> Self {
        Twice(self.0.down::<BITS>(), self.1.down::<BITS>())
    }

    #[inline(always)]
    fn up_with<const BITS: i32>(self, other: Self) -> Self {
        Twice(
            self.0.up_with::<BITS>(other.0),
            self.1.up_with::<BITS>(other.1),
        )
    }

    each! {
        without(other: Self) -> Self;
        times(other: Self) -> Self;
        times_lower_byte(other: Self) -> Self;
        next(mask: Self::Mask) -> Self;
        plus(mask: Self::Mask, other: Self) -> Self;
        plus_bytes(other: Self) -> Self;
        saturating_sub(other: Self) -> Self;
        min(other: Self) -> Self;
        max(other: Self) -> Self;
        ones() -> Self;
        majority(second: Self, third: Self) -> Self;
        highest() -> Self;
        place_of_highest() -> Self;
        straights(is_of_suit: Self::Mask) -> Self;
        is_some() -> Self::Mask;
        meets(other: Self) -> Self::Mask;
        equals(other: Self) -> Self::Mask;
        exceeds(other: Self) -> Self::Mask;
        outranks(other: Self) -> Self::Mask;
        or_else(mask: Self::Mask, other: Self) -> Self;
        narrowed(mask: Self::Mask, part: Self) -> Self;
        only(mask: Self::Mask) -> Self;
        except(mask: Self::Mask) -> Self;
        or_every_bit(mask: Self::Mask) -> Self;
        or_every_bit_elsewhere(mask: Self::Mask) -> Self;
    }

    reads! {
        read(Table);
        read_small(Table);
        read_bytes(ByteTable);
        read_middle(MiddleTable);
    }

    #[inline(always)]
    fn odd_and_two(self, second: Self, third: Self) -> (Self, Self) {
        let (first_odd, first_two) = self.0.odd_and_two(second.0, third.0);
        let (second_odd, second_two) = self.1.odd_and_two(second.1, third.1);
        (Twice(first_odd, second_odd), Twice(first_two, second_two))
    }

    #[inline(always)]
    fn or_greater(self, mask: Self::Mask, other: Self) -> (Self, Self::Mask) {
        let (first, is_first) = self.0.or_greater(mask.0, other.0);
        let (second, is_second) = self.1.or_greater(mask.1, other.1);
        (Twice(first, second), Twice(is_first, is_second))
    }
}
