/** A small dense matrix in row-major order. */
export type Matrix = { readonly rows: number; readonly columns: number; readonly values: Float64Array }

export function matrix(rows: number, columns: number, at: (row: number, column: number) => number): Matrix {
  const values = new Float64Array(rows * columns)
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) values[row * columns + column] = at(row, column)
  }
  return { rows, columns, values }
}

/** The lower triangular L with L·Lᵀ = the given symmetric positive definite matrix. */
export function cholesky({ rows, values }: Matrix): Matrix {
  const lower = new Float64Array(rows * rows)
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column <= row; column++) {
      let rest = values[row * rows + column] as number
      const [left, right] = [row * rows, column * rows]
      for (let k = 0; k < column; k++) rest -= (lower[left + k] as number) * (lower[right + k] as number)
      if (row !== column) {
        lower[left + column] = rest / (lower[right + column] as number)
        continue
      }
      if (!(rest > 0)) throw new RangeError(`the matrix is not positive definite at row ${row}`)
      lower[left + row] = Math.sqrt(rest)
    }
  }
  return { rows, columns: rows, values: lower }
}

/** The x with L·x = b. */
export function solveLower({ rows, values }: Matrix, b: ArrayLike<number>): Float64Array {
  const x = new Float64Array(rows)
  for (let row = 0; row < rows; row++) {
    let rest = b[row] as number
    const start = row * rows
    for (let k = 0; k < row; k++) rest -= (values[start + k] as number) * (x[k] as number)
    x[row] = rest / (values[start + row] as number)
  }
  return x
}

/** The x with Lᵀ·x = b. */
export function solveLowerTransposed({ rows, values }: Matrix, b: ArrayLike<number>): Float64Array {
  const x = Float64Array.from(b)
  for (let row = rows - 1; row >= 0; row--) {
    const value = (x[row] as number) / (values[row * rows + row] as number)
    x[row] = value
    for (let k = 0; k < row; k++) x[k] = (x[k] as number) - (values[row * rows + k] as number) * value
  }
  return x
}

export function multiply({ rows, columns, values }: Matrix, x: ArrayLike<number>): Float64Array {
  const y = new Float64Array(rows)
  for (let row = 0; row < rows; row++) {
    let sum = 0
    for (let k = 0; k < columns; k++) sum += (values[row * columns + k] as number) * (x[k] as number)
    y[row] = sum
  }
  return y
}

export function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number)
  return sum
}
