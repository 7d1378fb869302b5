import { seededRandom } from '@palate/core/generic/seeded-random.ts'
import sharp from 'sharp'

/** What an edit of a drawn picture can change, each from 0 to 1. */
export interface Knobs {
  readonly light: number
  readonly warmth: number
  readonly saturation: number
  readonly clutter: number
}

const [width, height] = [160, 120]
const circlesMax = 60

/** Circles on a ground. The seed places them; the knobs decide their number and all colours. */
export async function drawKnobs(knobs: Knobs, seed: number): Promise<string> {
  const random = seededRandom(seed)
  const circles = Array.from({ length: circlesMax }, () => ({
    x: random() * width,
    y: random() * height,
    radius: 4 + random() * 16,
    shade: random() - 0.5,
  })).slice(0, Math.round(2 + knobs.clutter * (circlesMax - 2)))
  const data = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const hit = circles.findLast((circle) => Math.hypot(x - circle.x, y - circle.y) < circle.radius)
      const value = Math.min(1, Math.max(0, 0.15 + 0.7 * knobs.light + (hit ? 0.3 * hit.shade : 0)))
      data.set(colourOf(value, knobs), (y * width + x) * 3)
    }
  }
  const png = await sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
  return `data:image/png;base64,${png.toString('base64')}`
}

/** From blue to orange, through grey at a saturation of 0. */
function colourOf(value: number, { warmth, saturation }: Knobs): readonly number[] {
  const [cool, warm] = [
    [0.35, 0.7, 1.25],
    [1.3, 0.85, 0.35],
  ] as const
  const tint = cool.map((part, i) => part + warmth * ((warm[i] ?? 0) - part))
  // A tint must not change the light.
  const mean = tint.reduce((sum, part) => sum + part, 0) / tint.length
  return tint.map((part) => Math.round(255 * Math.min(1, value * (1 + saturation * (part / mean - 1)))))
}
