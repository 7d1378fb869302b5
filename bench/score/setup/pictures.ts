import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { seededRandom } from '@palate/core/generic/seeded-random.ts'
import sharp, { type Sharp } from 'sharp'

export const formats = ['jpeg', 'png', 'webp'] as const
export type Format = (typeof formats)[number]

export const sizes = [
  [640, 360],
  [1280, 720],
  [1920, 1080],
] as const

/** Scenes for each size and format. */
const scenesPerSize = 4
/** A scene's size is `scene % sizes.length`. */
export const sceneCount = scenesPerSize * sizes.length

export async function writePictures(dir: string): Promise<void> {
  mkdirSync(dir, { recursive: true })
  for (let scene = 0; scene < sceneCount; scene++) {
    const [width, height] = sizes[scene % sizes.length] ?? sizes[0]
    const picture = sharp(paint(width, height, scene), { raw: { width, height, channels: 3 } })
    await Promise.all(
      formats.map(async (format) => writeFileSync(join(dir, nameOf(format, scene)), await encoded(picture, format))),
    )
  }
}

export function readPictures(dir: string, format: Format): readonly Buffer[] {
  return Array.from({ length: sceneCount }, (_, scene) => readFileSync(join(dir, nameOf(format, scene))))
}

/** The same picture with this number in a comment, so that its content hash is new. */
export function numbered(bytes: Buffer, format: Format, number: number): Buffer {
  const note = Buffer.from(`no. ${number}`.padEnd(16))
  if (format === 'jpeg') {
    const head = Buffer.from([0xff, 0xfe, 0, note.length + 2])
    return Buffer.concat([bytes.subarray(0, 2), head, note, bytes.subarray(2)])
  }
  if (format === 'png') {
    const body = Buffer.concat([Buffer.from('tEXtComment\0'), note])
    return Buffer.concat([
      bytes.subarray(0, 33),
      uint32(body.length - 4),
      body,
      uint32(crc32(body)),
      bytes.subarray(33),
    ])
  }
  const length = Buffer.alloc(4)
  length.writeUInt32LE(note.length)
  const longer = Buffer.concat([bytes, Buffer.from('NOTE'), length, note])
  longer.writeUInt32LE(longer.length - 8, 4)
  return longer
}

function nameOf(format: Format, scene: number): string {
  return `${scene}.${format}`
}

function encoded(picture: Sharp, format: Format): Promise<Buffer> {
  if (format === 'jpeg') return picture.clone().jpeg({ quality: 85 }).toBuffer()
  return format === 'png'
    ? picture.clone().png().toBuffer()
    : picture.clone().webp({ quality: 80, effort: 2 }).toBuffer()
}

/** A gradient sky, hills, blocks with sharp edges, and sensor grain. */
function paint(width: number, height: number, scene: number): Uint8Array {
  const data = new Uint8Array(width * height * 3)
  const random = seededRandom(scene)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [u, v] = [x / width, y / height]
      const hills = 0.55 + 0.12 * Math.sin(u * (5 + scene)) + 0.05 * Math.sin(u * 31 + scene)
      const block = v > 0.4 && Math.floor(u * 13 + scene) % 3 === 0 && v < 0.4 + ((u * 97) % 1) * 0.5
      const shade = v < hills ? 220 - 120 * v : 70 + 60 * Math.sin(u * 40 + v * 60)
      for (let channel = 0; channel < 3; channel++) {
        const tint = ((scene * (channel + 2) * 29) % 90) - 45
        data[(y * width + x) * 3 + channel] =
          (block ? 150 - shade / 3 : shade) + tint * v + Math.floor(random() * 13) - 6
      }
    }
  }
  return data
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
