export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif'

/** Detects the format from the first bytes and ignores the content type. Undefined for SVG, TIFF, HEIC, PDF … */
export function imageFormatOf(bytes: Uint8Array): ImageFormat | undefined {
  const head = headOf(bytes)
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (/^RIFF.{4}WEBP/s.test(head)) return 'webp'
  if (/^GIF8[79]a/.test(head)) return 'gif'
  return brandsOf(head).some((brand) => brand === 'avif' || brand === 'avis') ? 'avif' : undefined
}

const names: Readonly<Record<ImageFormat, string>> = {
  jpeg: 'JPEG',
  png: 'PNG',
  webp: 'WebP',
  gif: 'GIF',
  avif: 'AVIF',
}

/** Files that people take for pictures, and what to do with them. */
const otherFormats: readonly (readonly [is: (head: string) => boolean, words: string])[] = [
  [(head) => head === '', 'the file is empty: save or upload it again'],
  [
    (head) => brandsOf(head).some((brand) => /^(?:hei[cmsx]|hev[cmsx]|mif1|msf1)$/.test(brand)),
    convert('a HEIC picture'),
  ],
  [(head) => /^\s*</.test(head) && /<svg[\s>]/i.test(head), convert('an SVG drawing')],
  [(head) => /^\s*<(?:!doctype html|html)\b/i.test(head), 'this is a web page: use the picture itself'],
  [(head) => ['II*\0', 'MM\0*'].includes(head.slice(0, 4)), convert('a TIFF picture')],
  [(head) => head.startsWith('\xff\x0a') || head.slice(4, 8) === 'JXL ', convert('a JPEG XL picture')],
  [(head) => head.startsWith('%PDF-'), convert('a PDF document')],
  [(head) => head.startsWith('8BPS'), convert('a Photoshop document')],
  [(head) => head.startsWith('BM') && head.slice(6, 10) === '\0\0\0\0', convert('a BMP picture')],
]

function convert(what: string): string {
  return `this is ${what}: convert it to PNG or JPEG`
}

/** Why bytes cannot be read as a picture, and what to do. Reveals nothing about the decoder. */
export function describeUnreadable(bytes: Uint8Array): string {
  const format = imageFormatOf(bytes)
  if (format !== undefined) return `this ${names[format]} is damaged or incomplete: save or upload it again`
  const head = headOf(bytes)
  const known = otherFormats.find(([is]) => is(head))
  return known?.[1] ?? 'this is not a JPEG, PNG, WebP, GIF or AVIF picture'
}

const headBytesMax = 256

function headOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, headBytesMax)).toString('latin1')
}

/** The major and compatible brands of an ISO media file, by which AVIF differs from HEIC. */
function brandsOf(head: string): readonly string[] {
  if (head.slice(4, 8) !== 'ftyp') return []
  const end = Math.min(Buffer.from(head.slice(0, 4), 'latin1').readUInt32BE(), head.length)
  const brands = [head.slice(8, 12)]
  for (let at = 16; at + 4 <= end; at += 4) brands.push(head.slice(at, at + 4))
  return brands
}
