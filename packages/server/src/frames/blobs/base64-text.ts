/** Decodes plain base64, with or without a data URL header. */
export function decodeBase64Text(text: string): Uint8Array<ArrayBuffer> {
  const start = /^\s*data:/i.test(text.slice(0, 64)) ? text.indexOf(',') + 1 : 0
  const bytes = new Uint8Array(Math.floor(((text.length - start) * 3) / 4))
  return bytes.slice(0, Buffer.from(bytes.buffer).write(text.slice(start), 'base64'))
}
