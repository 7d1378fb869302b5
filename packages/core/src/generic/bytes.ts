export const mebibyte = 2 ** 20

const units = [
  [2 ** 30, 'GiB'],
  [mebibyte, 'MiB'],
  [2 ** 10, 'KiB'],
] as const

/** Formats a number of bytes for people: `1.5 GiB`. */
export function describeBytes(bytes: number): string {
  const [size, unit] = units.find(([size]) => bytes >= size) ?? [1, 'bytes']
  return `${unit === 'bytes' ? bytes : (bytes / size).toFixed(1).replace(/\.0$/, '')} ${unit}`
}

/** The length of a text in UTF-8. */
export function utf8Length(text: string): number {
  let bytes = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    const isSurrogate = unit >= 0xd800 && unit < 0xe000
    // A pair of surrogates is one character of four bytes.
    bytes += unit < 0x80 ? 1 : unit < 0x800 || isSurrogate ? 2 : 3
  }
  return bytes
}
