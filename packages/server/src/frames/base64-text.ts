/** The bytes of a text that is a picture: a base64 data URL, or bare base64. Undefined if it is neither. */
export function decodeBase64Text(text: string): Uint8Array<ArrayBuffer> | undefined {
  const header = /^data:[^,]{0,200};base64,/i.exec(text)?.[0] ?? ''
  const start = header.length
  if (header === '' && text.slice(0, 16).includes(':')) return undefined
  const bytes = new Uint8Array(Math.floor(((text.length - start) * 3) / 4))
  const written = Buffer.from(bytes.buffer).write(text.slice(start), 'base64')
  return bytes.slice(0, written)
}
