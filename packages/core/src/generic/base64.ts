/** Node and browsers have them, the types of the language do not. */
declare function atob(base64: string): string
declare function btoa(characters: string): string

export function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

export function fromBase64(text: string): Uint8Array {
  const characters = atob(text)
  const bytes = new Uint8Array(characters.length)
  // `Uint8Array.from` takes many times as long, and startup unpacks half a million letters.
  for (let i = 0; i < bytes.length; i++) bytes[i] = characters.charCodeAt(i)
  return bytes
}
