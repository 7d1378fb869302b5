import { fingerprint } from '../../fingerprint.ts'

/** A number in [0, 1) that a text determines: the same text gives the same number everywhere. */
export function numberOf(text: string): number {
  return (Number.parseInt(fingerprint(text).slice(-8), 36) % 1_000_003) / 1_000_003
}

/** Numbers in [0, 1), the same for the same text: a linear congruential generator modulo 2³². */
export function numbersFrom(text: string): () => number {
  let state = Math.floor(numberOf(text) * 0x1_0000_0000) >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 0x1_0000_0000
  }
}
