/**
 * A picture's place in the space in which taste is learned. Two pictures drawn at random from those that people
 * judged are about √2 apart on the axes; the directions are those along which people's tastes were seen to differ.
 */
export type Place = { readonly axes: Float32Array; readonly directions: Float32Array }

/** How alike the owner's feelings about two pictures are expected to be, before a word was said. */
export type Kernel = {
  /** Distance at which likeness has faded to e^-½. */
  readonly bandwidth: number
  /** Variance of what is peculiar to a picture and its neighbourhood. */
  readonly local: number
  /** Weight of the differences of taste that were seen among other people. */
  readonly shared: number
}

export function covariance(kernel: Kernel, a: Place, b: Place): number {
  const near = Math.exp(-squaredDistance(a.axes, b.axes) / (2 * kernel.bandwidth ** 2))
  return kernel.local * near + kernel.shared * product(a.directions, b.directions)
}

export function squaredDistance(a: Float32Array, b: Float32Array): number {
  const whole = a.length & ~3
  let [sum0, sum1, sum2, sum3] = [0, 0, 0, 0]
  // Four sums that do not wait for one another; the same in `product`.
  for (let i = 0; i < whole; i += 4) {
    const d0 = (a[i] as number) - (b[i] as number)
    const d1 = (a[i + 1] as number) - (b[i + 1] as number)
    const d2 = (a[i + 2] as number) - (b[i + 2] as number)
    const d3 = (a[i + 3] as number) - (b[i + 3] as number)
    sum0 += d0 * d0
    sum1 += d1 * d1
    sum2 += d2 * d2
    sum3 += d3 * d3
  }
  for (let i = whole; i < a.length; i++) sum0 += ((a[i] as number) - (b[i] as number)) ** 2
  return sum0 + sum1 + (sum2 + sum3)
}

export function product(a: Float32Array, b: Float32Array): number {
  const whole = a.length & ~3
  let [sum0, sum1, sum2, sum3] = [0, 0, 0, 0]
  for (let i = 0; i < whole; i += 4) {
    sum0 += (a[i] as number) * (b[i] as number)
    sum1 += (a[i + 1] as number) * (b[i + 1] as number)
    sum2 += (a[i + 2] as number) * (b[i + 2] as number)
    sum3 += (a[i + 3] as number) * (b[i + 3] as number)
  }
  for (let i = whole; i < a.length; i++) sum0 += (a[i] as number) * (b[i] as number)
  return sum0 + sum1 + (sum2 + sum3)
}

/**
 * The space for an embedder of which nothing is known but that likeness is nearness: directions of the vectors,
 * stretched so that unrelated pictures (at right angles) are √2 apart.
 */
export function placeByAngle(embedding: Float32Array): Place {
  const length = Math.sqrt(product(embedding, embedding))
  const scale = length > 0 ? 1 / length : 0
  return { axes: embedding.map((value) => value * scale), directions: new Float32Array(0) }
}
