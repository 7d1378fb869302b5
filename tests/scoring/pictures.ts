import sharp from 'sharp'

export type Mood = 'warm' | 'cold' | 'grey'

interface Painting {
  readonly mood: Mood
  /** Different seeds produce different pictures of the same mood. */
  readonly seed: number
  readonly format?: 'png' | 'jpeg' | 'webp' | 'gif' | 'avif'
  readonly width?: number
  readonly height?: number
}

const grounds = { warm: [214, 120, 44], cold: [40, 96, 190], grey: [126, 126, 126] } as const

/** A picture of a few circles and some noise on a background of its mood. Equal arguments produce equal bytes. */
export function paint({ mood, seed, format = 'png', width = 96, height = 64 }: Painting): Promise<Buffer> {
  const random = randomNumbers(seed)
  const ground = grounds[mood]
  const shapes = Array.from({ length: 5 }, () => ({
    x: random() * width,
    y: random() * height,
    radius: (0.1 + random() * 0.25) * height,
    shift: (random() - 0.5) * 110,
  }))
  const data = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const lit = shapes.reduce(
        (sum, one) => sum + (Math.hypot(x - one.x, y - one.y) < one.radius ? one.shift : 0),
        (y / height - 0.5) * 40 + (random() - 0.5) * 12,
      )
      for (const [channel, value] of ground.entries()) {
        data[(y * width + x) * 3 + channel] = Math.min(255, Math.max(0, value + lit))
      }
    }
  }
  return sharp(data, { raw: { width, height, channels: 3 } })
    .toFormat(format)
    .toBuffer()
}

export function dataUrl(bytes: Buffer, type = 'image/png'): string {
  return `data:${type};base64,${bytes.toString('base64')}`
}

/** Mulberry32. */
function randomNumbers(seed: number): () => number {
  let state = (seed + 1) * 0x9e3779b1
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
