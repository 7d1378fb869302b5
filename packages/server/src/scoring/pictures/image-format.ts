export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif'

/** Detects the format from the first bytes and ignores the content type. Undefined for SVG, TIFF, HEIC, PDF … */
export function imageFormatOf(bytes: Uint8Array): ImageFormat | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, headBytesMax)).toString('latin1')
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (/^RIFF.{4}WEBP/s.test(head)) return 'webp'
  if (/^GIF8[79]a/.test(head)) return 'gif'
  return brandsOf(head).some((brand) => brand === 'avif' || brand === 'avis') ? 'avif' : undefined
}

const headBytesMax = 256

/** The major and compatible brands of an ISO media file, by which AVIF differs from HEIC. */
function brandsOf(head: string): readonly string[] {
  if (head.slice(4, 8) !== 'ftyp') return []
  const end = Math.min(Buffer.from(head.slice(0, 4), 'latin1').readUInt32BE(), head.length)
  const brands = [head.slice(8, 12)]
  for (let at = 16; at + 4 <= end; at += 4) brands.push(head.slice(at, at + 4))
  return brands
}
