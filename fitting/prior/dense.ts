import { type Matrix, matrix, multiply } from '@palate/core/taste/linear-algebra.ts'

export function transposed({ rows, columns, values }: Matrix): Matrix {
  return matrix(columns, rows, (i, j) => values[j * columns + i] as number)
}

export function columnsOf(of: Matrix): readonly Float64Array[] {
  const { columns, rows, values } = transposed(of)
  return Array.from({ length: rows }, (_, i) => values.slice(i * columns, (i + 1) * columns))
}

export function product(a: Matrix, b: Matrix): Matrix {
  const values = new Float64Array(a.rows * b.columns)
  for (let i = 0; i < a.rows; i++) {
    for (let k = 0; k < a.columns; k++) {
      const left = a.values[i * a.columns + k] as number
      if (left === 0) continue
      for (let j = 0; j < b.columns; j++) {
        values[i * b.columns + j] =
          (values[i * b.columns + j] as number) + left * (b.values[k * b.columns + j] as number)
      }
    }
  }
  return { rows: a.rows, columns: b.columns, values }
}

export function productTransposed(a: Matrix, b: Matrix): Matrix {
  return product(transposed(a), b)
}

export function multiplyTransposed(a: Matrix, x: Float64Array): Float64Array {
  return multiply(transposed(a), x)
}

export function trace({ rows, values }: Matrix): number {
  return Array.from({ length: rows }, (_, i) => values[i * rows + i] as number).reduce((sum, value) => sum + value, 0)
}

export function centred(values: Float64Array): Float64Array {
  const middle = values.reduce((sum, value) => sum + value, 0) / values.length
  return values.map((value) => value - middle)
}
