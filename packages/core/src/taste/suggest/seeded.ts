import { fingerprint } from '../../generic/fingerprint.ts'
import { seededRandom } from '../../generic/seeded-random.ts'

/** A pseudorandom number in [0, 1). The same text gives the same number on every platform. */
export function numberOf(text: string): number {
  return (Number.parseInt(fingerprint(text).slice(-8), 36) % 1_000_003) / 1_000_003
}

/** Pseudorandom numbers in [0, 1), the same for the same text. */
export function numbersFrom(text: string): () => number {
  return seededRandom(Math.floor(numberOf(text) * 2 ** 32))
}
