import type { Pixels } from '@palate/core/taste/attributes.ts'
import sharp from 'sharp'
import { seeded } from '../../fitting/seeded.ts'

/** What differs between drawn pictures, each from 0 to 1. */
export interface Scene {
  readonly light: number
  readonly contrast: number
  readonly warmth: number
  readonly saturation: number
  /** How far the hues spread. */
  readonly hues: number
  readonly clutter: number
  readonly softness: number
  readonly space: number
  readonly grain: number
}

const knobs = ['light', 'contrast', 'warmth', 'saturation', 'hues', 'clutter', 'softness', 'space', 'grain'] as const
const [width, height] = [192, 144]
const shapesMax = 50

/** Circles and boxes on a ground: a random scene, with shapes in random places. */
export async function drawScene(seed: number): Promise<Pixels> {
  const random = seeded(seed)
  const scene = Object.fromEntries(knobs.map((knob) => [knob, random()])) as unknown as Scene
  const shapes = Array.from({ length: Math.round(3 + scene.clutter * (shapesMax - 3)) }, () => ({
    ...{ x: random(), y: random(), size: 0.04 + random() * 0.12, isRound: random() < 0.5 },
    ...{ shade: random() - 0.5, turn: random() - 0.5 },
  }))
  const margin = 0.35 * scene.space
  const data = new Uint8Array(width * height * 3)
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const hit = shapes.findLast(({ x, y, size, isRound }) => {
        const across = margin + x * (1 - 2 * margin) - column / width
        const down = (margin + y * (1 - 2 * margin) - row / height) * 0.75
        return isRound ? Math.hypot(across, down) < size : Math.max(Math.abs(across), Math.abs(down)) < size
      })
      const shade = hit ? (0.15 + 0.7 * scene.contrast) * hit.shade : 0
      const value = 0.15 + 0.65 * scene.light + shade + (random() - 0.5) * 0.25 * scene.grain
      const hue = 220 - 190 * scene.warmth + (hit ? 300 * scene.hues * hit.turn : 0)
      data.set(colourOf(value, hue, scene.saturation), (row * width + column) * 3)
    }
  }
  if (scene.softness <= 0.1) return { width, height, data }
  const soft = sharp(data, { raw: { width, height, channels: 3 } }).blur(0.3 + 3 * scene.softness)
  return { width, height, data: await soft.raw().toBuffer() }
}

/** A colour with this mean of its channels, from 0 to 255. */
function colourOf(value: number, hue: number, saturation: number): readonly number[] {
  const parts = [0, 240, 120].map((offset) => {
    const position = ((((hue + offset) % 360) + 360) % 360) / 60
    return Math.max(0, Math.min(1, Math.abs(position - 3) - 1))
  })
  const mean = parts.reduce((sum, part) => sum + part, 0) / 3
  const limited = Math.min(0.92, Math.max(0.06, value))
  const strength = 0.9 * saturation * Math.min(limited, 1 - limited) * 2
  return parts.map((part) => Math.round(255 * Math.min(1, Math.max(0, limited + strength * (part - mean)))))
}
