/** A small dense matrix in row-major order. */
export type Matrix = { readonly rows: number; readonly columns: number; readonly values: Float64Array }

export function matrix(rows: number, columns: number, at: (row: number, column: number) => number): Matrix {
  const values = new Float64Array(rows * columns)
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) values[row * columns + column] = at(row, column)
  }
  return { rows, columns, values }
}

/** `at` is asked for the lower triangle only. */
export function symmetricMatrix(size: number, at: (row: number, column: number) => number): Matrix {
  const values = new Float64Array(size * size)
  for (let row = 0; row < size; row++) {
    for (let column = 0; column <= row; column++) {
      const value = at(row, column)
      values[row * size + column] = value
      values[column * size + row] = value
    }
  }
  return { rows: size, columns: size, values }
}

/** The lower triangular L with L·Lᵀ = the given symmetric positive definite matrix, whose upper triangle is not read. */
export function cholesky({ rows: size, values }: Matrix): Matrix {
  const lower = new Float64Array(size * size)
  for (let row = 0; row < size; row++) {
    lower.set(values.subarray(row * size, row * size + row + 1), row * size)
  }
  return choleskyOfLower({ rows: size, columns: size, values: lower })
}

/** The same of a lower triangle with zeros above it, which it replaces. */
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

/** Four rows at a time, because their sums do not wait for each other. */
export function multiply({ rows, columns, values }: Matrix, x: Float64Array): Float64Array {
  const y = new Float64Array(rows)
  const blocked = rows & ~3
  for (let row = 0; row < blocked; row += 4) {
    const r0 = row * columns
    const r1 = r0 + columns
    const r2 = r1 + columns
    const r3 = r2 + columns
    let y0 = 0
    let y1 = 0
    let y2 = 0
    let y3 = 0
    for (let k = 0; k < columns; k++) {
      const value = x[k] as number
      y0 += (values[r0 + k] as number) * value
      y1 += (values[r1 + k] as number) * value
      y2 += (values[r2 + k] as number) * value
      y3 += (values[r3 + k] as number) * value
    }
    y[row] = y0
    y[row + 1] = y1
    y[row + 2] = y2
    y[row + 3] = y3
  }
  for (let row = blocked; row < rows; row++) y[row] = dot(values.subarray(row * columns, (row + 1) * columns), x)
  return y
}

/**
 * The product with a symmetric matrix, of which only the lower triangle is read: half the memory, which large products
 * wait for. Four rows at a time.
 */
export function multiplySymmetric({ rows: size, values }: Matrix, x: Float64Array): Float64Array {
  const y = new Float64Array(size)
  const blocked = size & ~3
  for (let row = 0; row < blocked; row += 4) {
    const r0 = row * size
    const r1 = r0 + size
    const r2 = r1 + size
    const r3 = r2 + size
    const x0 = x[row] as number
    const x1 = x[row + 1] as number
    const x2 = x[row + 2] as number
    const x3 = x[row + 3] as number
    let y0 = 0
    let y1 = 0
    let y2 = 0
    let y3 = 0
    for (let k = 0; k < row; k++) {
      const value = x[k] as number
      const a0 = values[r0 + k] as number
      const a1 = values[r1 + k] as number
      const a2 = values[r2 + k] as number
      const a3 = values[r3 + k] as number
      y0 += a0 * value
      y1 += a1 * value
      y2 += a2 * value
      y3 += a3 * value
      y[k] = (y[k] as number) + (a0 * x0 + a1 * x1 + (a2 * x2 + a3 * x3))
    }
    y[row] = y0
    y[row + 1] = y1
    y[row + 2] = y2
    y[row + 3] = y3
    for (let i = row; i < row + 4; i++) addRowSymmetric(values, size, x, y, i, row)
  }
  for (let row = blocked; row < size; row++) addRowSymmetric(values, size, x, y, row, 0)
  return y
}

/** Adds the products of the entries of one row from `first` to the diagonal. */
function addRowSymmetric(
  values: Float64Array,
  size: number,
  x: Float64Array,
  y: Float64Array,
  row: number,
  first: number,
): void {
  const own = x[row] as number
  let sum = (values[row * size + row] as number) * own
  for (let k = first; k < row; k++) {
    const value = values[row * size + k] as number
    sum += value * (x[k] as number)
    y[k] = (y[k] as number) + value * own
  }
  y[row] = (y[row] as number) + sum
}

/** A view of one row. */
export function rowOf({ columns, values }: Matrix, row: number): Float64Array {
  return values.subarray(row * columns, (row + 1) * columns)
}

/** The inner products of the rows. Two by two rows at a time, because their sums do not wait for each other. */
export function innerProducts({ rows, columns, values }: Matrix): Matrix {
  const products = new Float64Array(rows * rows)
  for (let i = 0; i < rows; i += 2) {
    const i0 = i * columns
    const i1 = i + 1 < rows ? i0 + columns : i0
    for (let j = 0; j <= i; j += 2) {
      const j0 = j * columns
      const j1 = j + 1 < rows ? j0 + columns : j0
      let s00 = 0
      let s01 = 0
      let s10 = 0
      let s11 = 0
      for (let k = 0; k < columns; k++) {
        const a0 = values[i0 + k] as number
        const a1 = values[i1 + k] as number
        const b0 = values[j0 + k] as number
        const b1 = values[j1 + k] as number
        s00 += a0 * b0
        s01 += a0 * b1
        s10 += a1 * b0
        s11 += a1 * b1
      }
      setBoth(products, rows, i, j, s00)
      if (j + 1 < rows) setBoth(products, rows, i, j + 1, s01)
      if (i + 1 < rows) setBoth(products, rows, i + 1, j, s10)
      if (i + 1 < rows && j + 1 < rows) setBoth(products, rows, i + 1, j + 1, s11)
    }
  }
  return { rows, columns: rows, values: products }
}

function setBoth(values: Float64Array, size: number, i: number, j: number, value: number): void {
  values[i * size + j] = value
  values[j * size + i] = value
}

export function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number)
  return sum
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
 * Forward substitution in place for the first `end` entries of four right-hand sides, which follow each other from
 * `start` on. Works on two columns at a time: eight sums that do not wait for each other, from six numbers that are read.
 * That takes a quarter of the time of one sum after the other, and nearly all the time of a fit is spent here.
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
