/**
 * A short hash of a text: two 53-bit multiply-xor hashes with different seeds, in base 36. It is not cryptographic and
 * does not resist deliberate collisions.
 */
export function fingerprint(text: string): string {
  return `${hash53(text, 0x9e3779b9)}${hash53(text, 0x85ebca6b)}`
}

function hash53(text: string, seed: number): string {
  let high = 0xdeadbeef ^ seed
  let low = 0x41c6ce57 ^ seed
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    high = Math.imul(high ^ unit, 0x9e3779b1)
    low = Math.imul(low ^ unit, 0x5f356495)
  }
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35)
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35)
  return ((high & 0x1fffff) * 0x100000000 + (low >>> 0)).toString(36).padStart(11, '0')
}
