export interface DataUrl {
  /** They fill their buffer, so that it can be transferred to a worker without a copy. */
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly contentType?: string
  /** Whether everything after the comma is base64, without spaces, escapes or a fragment. */
  readonly isPlain: boolean
}

/** Why a data URL cannot be read. */
export class DataUrlError extends Error {
  readonly reason: 'no_comma' | 'not_base64' | 'too_large'
  constructor(reason: DataUrlError['reason']) {
    super(reason)
    this.reason = reason
  }
}

/** Decodes a `data:` URL. Checks its size before it decodes anything. */
export function decodeDataUrl(url: string, bytesMax: number): DataUrl {
  const start = url.indexOf(':') + 1
  const comma = url.indexOf(',', start)
  if (comma < 0) throw new DataUrlError('no_comma')
  const header = url.slice(start, comma).trim()
  const hash = url.indexOf('#', comma)
  const data = url.slice(comma + 1, hash < 0 ? undefined : hash)
  const isBase64 = /;\s*base64$/i.test(header)
  const contentType = header.replace(/;\s*base64$/i, '')
  const bytes = isBase64 ? fromBase64(data, bytesMax) : fromPercent(data, bytesMax)
  const isPlain = isBase64 && hash < 0 && !/[%\s]/.test(data)
  return { bytes, isPlain, ...(contentType !== '' && { contentType }) }
}

function fromBase64(data: string, bytesMax: number): Uint8Array<ArrayBuffer> {
  const spaced = /[%\s]/.test(data)
  if (spaced && data.length > bytesMax * 4) throw new DataUrlError('too_large')
  const text = (spaced ? unescapePercent(data).toString('latin1').replace(/\s+/g, '') : data).replace(/={1,2}$/, '')
  const length = Math.floor((text.length * 3) / 4)
  if (length > bytesMax) throw new DataUrlError('too_large')
  const bytes = new Uint8Array(length)
  // The decoder skips characters outside the alphabet, so invalid base64 results in missing bytes.
  const written = Buffer.from(bytes.buffer).write(text, 'base64')
  if (written !== length || text.length % 4 === 1) throw new DataUrlError('not_base64')
  return bytes
}

function fromPercent(data: string, bytesMax: number): Uint8Array<ArrayBuffer> {
  if (data.length > bytesMax * 3) throw new DataUrlError('too_large')
  const bytes = new Uint8Array(unescapePercent(data))
  if (bytes.byteLength > bytesMax) throw new DataUrlError('too_large')
  return bytes
}

/** Hand-written, because `decodeURIComponent` rejects bytes that are not UTF-8. */
function unescapePercent(data: string): Buffer {
  const source = Buffer.from(data)
  let length = 0
  for (let at = 0; at < source.length; at += 1) {
    const byte = source[at] ?? 0
    const high = byte === percentSign ? hexDigit(source[at + 1]) : -1
    const low = high < 0 ? -1 : hexDigit(source[at + 2])
    source[length] = low < 0 ? byte : high * 16 + low
    length += 1
    if (low >= 0) at += 2
  }
  return source.subarray(0, length)
}

const percentSign = 0x25

/** The digit's value, or -1. Arithmetic is faster than a table, and these URLs can have thirty million characters. */
function hexDigit(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const letter = byte | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1
}
