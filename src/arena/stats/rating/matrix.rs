//! Symmetric positive matrices, as small as a tournament: Cholesky's factors.

/// A square matrix, row by row.
#[derive(Clone, Debug)]
pub(crate) struct SquareMatrix {
    size: usize,
    cells: Vec<f64>,
}

impl SquareMatrix {
    /// A square matrix of zeros.
    pub fn zero(size: usize) -> Self {
        SquareMatrix { size, cells: vec![0.0; size * size] }
    }

    /// The value in a row and a column, both from 0.
    pub fn at(&self, row: usize, column: usize) -> f64 {
        self.cells[row * self.size + column]
    }

    /// Adds to one cell.
    pub fn add(&mut self, row: usize, column: usize, value: f64) {
        self.cells[row * self.size + column] += value;
    }

    /// The first `count` cells of a row.
    fn start(&self, row: usize, count: usize) -> &[f64] {
        &self.cells[row * self.size..row * self.size + count]
    }
}

/// The lower triangle L of a matrix A = L Lᵀ.
pub(crate) struct CholeskyFactor(SquareMatrix);

impl CholeskyFactor {
    /// Of a symmetric matrix; nothing if it is not positive, or too nearly not.
    pub fn of(mut square: SquareMatrix) -> Option<Self> {
        let size = square.size;
        for row in 0..size {
            for column in 0..=row {
                let known = product(square.start(row, column), square.start(column, column));
                let rest = square.at(row, column) - known;
                let cell = if row > column {
                    rest / square.at(column, column)
                } else if rest > 0.0 && rest.is_finite() {
                    rest.sqrt()
                } else {
                    return None;
                };
                square.cells[row * size + column] = cell;
            }
        }
        Some(CholeskyFactor(square))
    }

    /// The x with A x = `right`.
    pub fn solve(&self, right: &[f64]) -> Vec<f64> {
        let CholeskyFactor(lower) = self;
        let mut x = right.to_vec();
        for row in 0..lower.size {
            let known = product(lower.start(row, row), &x[..row]);
            x[row] = (x[row] - known) / lower.at(row, row);
        }
        for row in (0..lower.size).rev() {
            let known: f64 =
                (row + 1..lower.size).map(|below| lower.at(below, row) * x[below]).sum();
            x[row] = (x[row] - known) / lower.at(row, row);
        }
        x
    }
}

fn product(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(rows: [[f64; 3]; 3]) -> SquareMatrix {
        SquareMatrix { size: 3, cells: rows.concat() }
    }

    #[test]
    fn a_solved_equation_holds() {
        let square = square([[4.0, -1.0, 0.5], [-1.0, 3.0, 1.0], [0.5, 1.0, 2.0]]);
        let right = [1.0, -2.0, 7.0];
        let x = CholeskyFactor::of(square.clone()).expect("positive").solve(&right);
        for (row, right) in right.iter().enumerate() {
            let left = product(square.start(row, 3), &x);
            assert!((left - right).abs() < 1e-12, "row {row}: {left}");
        }
    }

    #[test]
    fn a_matrix_that_is_not_positive_has_no_factors() {
        let singular = square([[1.0, 1.0, 0.0], [1.0, 1.0, 0.0], [0.0, 0.0, 1.0]]);
        assert!(CholeskyFactor::of(singular).is_none());
        let mut unknown = SquareMatrix::zero(1);
        unknown.add(0, 0, f64::NAN);
        assert!(CholeskyFactor::of(unknown).is_none());
    }
}
