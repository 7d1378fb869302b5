import type { Matrix } from './matrix.ts'

/** The lower triangular L with L·Lᵀ = the given symmetric positive definite matrix, whose upper triangle is not read. */
export function cholesky({ rows: size, values }: Matrix): Matrix {
  const lower = new Float64Array(size * size)
  for (let row = 0; row < size; row++) {
    lower.set(values.subarray(row * size, row * size + row + 1), row * size)
  }
  return choleskyOfLower({ rows: size, columns: size, values: lower })
}

/** The same for a lower triangle with zeros above it, in place. */
export function choleskyOfLower(triangle: Matrix): Matrix {
  const { rows: size, values: lower } = triangle
  for (let block = 0; block < size; block += 4) {
    const end = Math.min(block + 4, size)
    if (end - block === 4) solveFour(lower, size, lower, block * size, block)
    const first = end - block === 4 ? block : 0
    for (let row = block; row < end; row++) {
      solveOne(lower, size, lower, row * size, first, row)
      const diagonal = row * size + row
      let rest = lower[diagonal] as number
      for (let k = row * size; k < diagonal; k++) rest -= (lower[k] as number) ** 2
      if (!(rest > 0)) throw new RangeError(`the matrix is not positive definite at row ${row}`)
      lower[diagonal] = Math.sqrt(rest)
    }
  }
  return triangle
}

/** The x with L·x = b. */
export function solveLower({ rows: size, values }: Matrix, b: ArrayLike<number>): Float64Array {
  const x = Float64Array.from(b)
  solveOne(values, size, x, 0, 0, size)
  return x
}

/** The X with L·xᵢ = bᵢ for each row xᵢ of X and bᵢ of B. */
export function solveLowerRows({ rows: size, values }: Matrix, { rows, values: b }: Matrix): Matrix {
  const x = b.slice()
  const blocked = rows & ~3
  for (let row = 0; row < blocked; row += 4) solveFour(values, size, x, row * size, size)
  for (let row = blocked; row < rows; row++) solveOne(values, size, x, row * size, 0, size)
  return { rows, columns: size, values: x }
}

/** The x with L·Lᵀ·x = b. */
export function solveCholesky(lower: Matrix, b: ArrayLike<number>): Float64Array {
  return solveLowerTransposed(lower, solveLower(lower, b))
}

/** The x with Lᵀ·x = b. */
function solveLowerTransposed({ rows, values }: Matrix, b: ArrayLike<number>): Float64Array {
  const x = Float64Array.from(b)
  for (let row = rows - 1; row >= 0; row--) {
    const value = (x[row] as number) / (values[row * rows + row] as number)
    x[row] = value
    for (let k = 0; k < row; k++) x[k] = (x[k] as number) - (values[row * rows + k] as number) * value
  }
  return x
}

/** Forward substitution in place: replaces the entries from `first` to `end` of the right-hand side at `start`. */
function solveOne(
  lower: Float64Array,
  size: number,
  right: Float64Array,
  start: number,
  first: number,
  end: number,
): void {
  for (let column = first; column < end; column++) {
    const left = column * size
    let rest = right[start + column] as number
    for (let k = 0; k < column; k++) rest -= (lower[left + k] as number) * (right[start + k] as number)
    right[start + column] = rest / (lower[left + column] as number)
  }
}

/**
 * Forward substitution in place for the first `end` entries of four consecutive right-hand sides, starting at `start`.
 * Works on two columns at a time: eight independent sums from six loaded numbers. That takes a quarter of the time of
 * sequential sums, and a fit spends nearly all its time here.
 */
function solveFour(lower: Float64Array, size: number, right: Float64Array, start: number, end: number): void {
  const r0 = start
  const r1 = start + size
  const r2 = start + 2 * size
  const r3 = start + 3 * size
  const paired = end & ~1
  for (let column = 0; column < paired; column += 2) {
    const left = column * size
    const below = left + size
    let a0 = right[r0 + column] as number
    let a1 = right[r1 + column] as number
    let a2 = right[r2 + column] as number
    let a3 = right[r3 + column] as number
    let b0 = right[r0 + column + 1] as number
    let b1 = right[r1 + column + 1] as number
    let b2 = right[r2 + column + 1] as number
    let b3 = right[r3 + column + 1] as number
    for (let k = 0; k < column; k++) {
      const l = lower[left + k] as number
      const m = lower[below + k] as number
      const x0 = right[r0 + k] as number
      const x1 = right[r1 + k] as number
      const x2 = right[r2 + k] as number
      const x3 = right[r3 + k] as number
      a0 -= l * x0
      a1 -= l * x1
      a2 -= l * x2
      a3 -= l * x3
      b0 -= m * x0
      b1 -= m * x1
      b2 -= m * x2
      b3 -= m * x3
    }
    const diagonal = lower[left + column] as number
    const beside = lower[below + column] as number
    const nextDiagonal = lower[below + column + 1] as number
    a0 /= diagonal
    a1 /= diagonal
    a2 /= diagonal
    a3 /= diagonal
    right[r0 + column] = a0
    right[r1 + column] = a1
    right[r2 + column] = a2
    right[r3 + column] = a3
    right[r0 + column + 1] = (b0 - beside * a0) / nextDiagonal
    right[r1 + column + 1] = (b1 - beside * a1) / nextDiagonal
    right[r2 + column + 1] = (b2 - beside * a2) / nextDiagonal
    right[r3 + column + 1] = (b3 - beside * a3) / nextDiagonal
  }
  if (paired === end) return
  for (const row of [r0, r1, r2, r3]) solveOne(lower, size, right, row, paired, end)
}
