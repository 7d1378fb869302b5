/** The EXIF data of a camera's file begin within its first segments. */
export const captureTimeBytesMax = 128 * 1024

/**
 * When a JPEG was taken, as its EXIF data say: in the camera's own time, such as `2026-05-01T12:00:03.250`. Undefined if
 * they do not say so, or are damaged. Nothing else of them is read: a library for two of their tags would read them all.
 */
export function captureTimeOf(start: Uint8Array): string | undefined {
  try {
    return readTime(new DataView(start.buffer, start.byteOffset, start.byteLength))
  } catch (error) {
    // An offset points beyond the end.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Markers: start of image, APP0 to APP15. APP1 has the EXIF data, after `Exif\0\0`. */
const [startMarker, firstAppMarker, lastAppMarker, exifMarker] = [0xffd8, 0xffe0, 0xffef, 0xffe1]
const exifSignature = 0x45786966

function readTime(view: DataView): string | undefined {
  if (view.getUint16(0) !== startMarker) return undefined
  for (let at = 2; ; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint16(at)
    if (marker < firstAppMarker || marker > lastAppMarker) return undefined
    if (marker === exifMarker && view.getUint32(at + 4) === exifSignature) {
      return timeInTiff(new DataView(view.buffer, view.byteOffset + at + 10))
    }
  }
}

/** Tags: the place of the camera's directory; DateTimeOriginal and SubSecTimeOriginal in it. */
const [cameraTag, timeTag, fractionTag] = [0x8769, 0x9003, 0x9291]
const littleEndianMark = 0x4949
const timeLength = 'YYYY:MM:DD hh:mm:ss'.length

function timeInTiff(view: DataView): string | undefined {
  const isLittle = view.getUint16(0) === littleEndianMark
  const main = entriesAt(view, view.getUint32(4, isLittle), isLittle)
  const camera = main.get(cameraTag)
  if (camera === undefined) return undefined
  const entries = entriesAt(view, view.getUint32(camera + 8, isLittle), isLittle)
  const time = entries.get(timeTag)
  if (time === undefined) return undefined
  const fraction = entries.get(fractionTag)
  return timeOf(
    textIn(view, time, timeLength, isLittle),
    fraction === undefined ? '' : textIn(view, fraction, 3, isLittle),
  )
}

/** Where the entry of each tag of a directory is. */
function entriesAt(view: DataView, at: number, isLittle: boolean): ReadonlyMap<number, number> {
  const count = view.getUint16(at, isLittle)
  const entries = new Map<number, number>()
  for (let i = 0; i < count; i++) entries.set(view.getUint16(at + 2 + 12 * i, isLittle), at + 2 + 12 * i)
  return entries
}

/** A text of up to four bytes is in the entry itself. */
function textIn(view: DataView, entry: number, lengthMax: number, isLittle: boolean): string {
  const length = view.getUint32(entry + 4, isLittle)
  const at = length <= 4 ? entry + 8 : view.getUint32(entry + 8, isLittle)
  return Array.from({ length: Math.min(length, lengthMax) }, (_, i) => String.fromCharCode(view.getUint8(at + i))).join(
    '',
  )
}

function timeOf(time: string, fraction: string): string | undefined {
  const [, date, clock] = /^(\d{4}:\d\d:\d\d) (\d\d:\d\d:\d\d)$/.exec(time) ?? []
  if (date === undefined || clock === undefined) return undefined
  const [digits = ''] = /^\d*/.exec(fraction) ?? []
  const taken = `${date.replaceAll(':', '-')}T${clock}.${digits.padEnd(3, '0')}`
  const parsed = new Date(`${taken}Z`)
  // A camera without a clock writes zeros.
  return Number.isNaN(parsed.getTime()) || parsed.toISOString() !== `${taken}Z` ? undefined : taken
}
