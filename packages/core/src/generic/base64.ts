const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
/** The bits of each letter, by its character code. Startup unpacks half a million letters. */
const sextets = Uint8Array.from({ length: 128 }, (_, code) => Math.max(0, alphabet.indexOf(String.fromCharCode(code))))

export function toBase64(bytes: Uint8Array): string {
  const groups: string[] = []
  for (let i = 0; i < bytes.length; i += 3) {
    const bits = ((bytes[i] ?? 0) << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0)
    const letters = [18, 12, 6, 0].map((shift) => alphabet[(bits >> shift) & 63]).join('')
    const missing = Math.max(0, i + 3 - bytes.length)
    groups.push(letters.slice(0, 4 - missing) + '='.repeat(missing))
  }
  return groups.join('')
}

export function fromBase64(text: string): Uint8Array {
  const letters = text.replace(/=+$/, '')
  const bytes = new Uint8Array(Math.floor((letters.length * 3) / 4))
  let bits = 0
  let bitCount = 0
  let next = 0
  for (let i = 0; i < letters.length; i++) {
    bits = ((bits << 6) | (sextets[letters.charCodeAt(i)] ?? 0)) & 0xffffff
    bitCount += 6
    if (bitCount < 8) continue
    bitCount -= 8
    bytes[next++] = (bits >> bitCount) & 255
  }
  return bytes
}
