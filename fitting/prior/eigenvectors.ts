import { type Matrix, matrix } from '@palate/core/taste/linear-algebra.ts'

/** Eigenvectors (as rows) of a symmetric matrix, the largest eigenvalue first. */
export type Eigen = { readonly values: readonly number[]; readonly vectors: readonly Float64Array[] }

const sweepsMax = 30
const subspaceRounds = 40
const spareVectors = 16

/** Jacobi's rotations: exact and simple, for matrices of up to about a hundred rows. */
export function eigen({ rows, values }: Matrix): Eigen {
  const a = Float64Array.from(values)
  const v = matrix(rows, rows, (i, j) => (i === j ? 1 : 0)).values
  for (let sweep = 0; sweep < sweepsMax; sweep++) {
    let off = 0
    for (let p = 0; p < rows; p++) {
      for (let q = p + 1; q < rows; q++) {
        off += at(a, p * rows + q) ** 2
        rotate(a, v, rows, p, q)
      }
    }
    if (off < 1e-22) break
  }
  const order = Array.from({ length: rows }, (_, i) => i).sort((i, j) => at(a, j * rows + j) - at(a, i * rows + i))
  return {
    values: order.map((i) => at(a, i * rows + i)),
    vectors: order.map((i) => signed(Float64Array.from({ length: rows }, (_, k) => at(v, k * rows + i)))),
  }
}

/** The first eigenvectors of a large symmetric, positive semidefinite matrix, by orthogonal iteration. */
export function leadingEigen(of: Matrix, count: number): Eigen {
  const width = Math.min(count + spareVectors, of.rows)
  let basis = orthonormal(Array.from({ length: width }, (_, i) => startVector(of.rows, i)))
  for (let round = 0; round < subspaceRounds; round++) basis = orthonormal(basis.map((vector) => times(of, vector)))
  const images = basis.map((vector) => times(of, vector))
  const small = eigen(matrix(basis.length, basis.length, (i, j) => inner(item(basis, i), item(images, j))))
  const vectors = small.vectors.map((mix) => {
    const sum = new Float64Array(of.rows)
    for (const [i, vector] of basis.entries()) addScaled(sum, vector, at(mix, i))
    return signed(sum)
  })
  return { values: small.values.slice(0, count), vectors: vectors.slice(0, count) }
}

function rotate(a: Float64Array, v: Float64Array, n: number, p: number, q: number): void {
  const off = at(a, p * n + q)
  if (off === 0) return
  const angle = (at(a, q * n + q) - at(a, p * n + p)) / (2 * off)
  const t = (angle >= 0 ? 1 : -1) / (Math.abs(angle) + Math.sqrt(angle * angle + 1))
  const c = 1 / Math.sqrt(t * t + 1)
  const s = t * c
  const turn = (values: Float64Array, i: number, j: number) => {
    const [x, y] = [at(values, i), at(values, j)]
    values[i] = c * x - s * y
    values[j] = s * x + c * y
  }
  for (let k = 0; k < n; k++) turn(a, k * n + p, k * n + q)
  for (let k = 0; k < n; k++) turn(a, p * n + k, q * n + k)
  for (let k = 0; k < n; k++) turn(v, k * n + p, k * n + q)
}

/** Gram and Schmidt, twice, because once loses digits; what depends on earlier vectors is dropped. */
function orthonormal(vectors: readonly Float64Array[]): Float64Array[] {
  const basis: Float64Array[] = []
  for (const vector of vectors) {
    const rest = Float64Array.from(vector)
    for (const known of [...basis, ...basis]) addScaled(rest, known, -inner(known, rest))
    const length = Math.sqrt(inner(rest, rest))
    if (length > 1e-12 * Math.sqrt(inner(vector, vector))) basis.push(rest.map((value) => value / length))
  }
  return basis
}

/** Any start that leaves nothing out will do; this one is the same everywhere. */
function startVector(length: number, index: number): Float64Array {
  return Float64Array.from(
    { length },
    (_, i) => (((i * 7919 + index * 104_729 + i * i * 31 * (index + 1)) % 2003) - 1001) / 1001,
  )
}

function signed(vector: Float64Array): Float64Array {
  const largest = vector.reduce((best, value) => (Math.abs(value) > Math.abs(best) + 1e-12 ? value : best), 0)
  return largest < 0 ? vector.map((value) => -value) : vector
}

function times({ rows, columns, values }: Matrix, x: Float64Array): Float64Array {
  return Float64Array.from({ length: rows }, (_, row) => inner(values.subarray(row * columns, (row + 1) * columns), x))
}

function inner(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += at(a, i) * at(b, i)
  return sum
}

function addScaled(to: Float64Array, from: Float64Array, scale: number): void {
  for (let i = 0; i < to.length; i++) to[i] = at(to, i) + scale * at(from, i)
}

function at(values: Float64Array, index: number): number {
  return values[index] as number
}

function item<T>(list: readonly T[], index: number): T {
  const value = list[index]
  if (value === undefined) throw new RangeError(`nothing at ${index}`)
  return value
}
