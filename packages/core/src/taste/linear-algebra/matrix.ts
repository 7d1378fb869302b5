/** A small dense matrix in row-major order. */
export type Matrix = { readonly rows: number; readonly columns: number; readonly values: Float64Array }

export function matrix(rows: number, columns: number, at: (row: number, column: number) => number): Matrix {
  const values = new Float64Array(rows * columns)
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) values[row * columns + column] = at(row, column)
  }
  return { rows, columns, values }
}

/** Calls `at` for the lower triangle only. */
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

/** Four rows at a time, because their sums are independent. */
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
 * The product with a symmetric matrix. Reads only the lower triangle, because large products are bound by memory
 * bandwidth. Four rows at a time.
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

/** The inner products of the rows. Two by two rows at a time, because their sums are independent. */
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
