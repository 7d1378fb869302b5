const units = [
  [2 ** 30, 'GiB'],
  [2 ** 20, 'MiB'],
  [2 ** 10, 'KiB'],
] as const

/** Formats a number of bytes for people: `1.5 GiB`. */
export function describeBytes(bytes: number): string {
  const [size, unit] = units.find(([size]) => bytes >= size) ?? [1, 'bytes']
  return `${unit === 'bytes' ? bytes : (bytes / size).toFixed(1)} ${unit}`
}
