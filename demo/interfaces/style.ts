import type { Random } from '../random.ts'
import type { Knobs } from './knobs.ts'

/** The style of a mock-up: the knobs as colours and lengths, and what the seed determines. */
export interface Style {
  readonly background: string
  /** The colour of cards, fields and bars. */
  readonly surface: string
  readonly ink: string
  readonly faintInk: string
  readonly line: string
  /** The knob sets how many there are. They are used in rotation. */
  readonly accents: readonly [string, ...string[]]
  readonly textPx: number
  readonly gapPx: number
  readonly marginPx: number
  readonly radiusPx: number
  /** Maximum deviation of elements from their position and size: 0 is none. */
  readonly disorder: number
  readonly extraCount: number
}

export type Colours = Pick<Style, 'background' | 'surface' | 'ink' | 'faintInk' | 'line' | 'accents'>

const accentsMax = 7

export function styleOf(knobs: Knobs, random: Random): Style {
  const isDark = random() < 0.3
  const hue = random() * 360
  const tint = random.between(4, 22)
  const ground = isDark ? random.between(7, 15) : random.between(95, 100)
  const away = isDark ? 1 : -1
  /** A lightness at this distance from the background; the knob's full range is 0.16 to 1. */
  const off = (share: number) => ground + away * (isDark ? 84 : 92) * share * (0.16 + 0.84 * knobs.contrast)
  const firstHue = random() * 360
  const count = 1 + Math.round(knobs.colourCount * (accentsMax - 1))
  const accent = (i: number) => hsl(firstHue + (i * 360) / count, random.between(55, 85), off(0.6))
  return {
    background: hsl(hue, tint, ground),
    surface: hsl(hue, tint, ground + away * (isDark ? 5 : 4)),
    ink: hsl(hue, tint, off(1)),
    faintInk: hsl(hue, tint, off(0.7)),
    line: hsl(hue, tint, off(0.3)),
    accents: [accent(0), ...Array.from({ length: count - 1 }, (_, i) => accent(i + 1))],
    textPx: 8 + 15 * knobs.textSize,
    gapPx: 4 + 26 * knobs.whiteSpace,
    marginPx: 6 + 44 * knobs.whiteSpace,
    radiusPx: random.oneOf([0, 4, 8, 14]),
    disorder: 1 - knobs.alignment,
    extraCount: Math.round(30 * knobs.clutter),
  }
}

function hsl(hue: number, saturation: number, lightness: number): string {
  const [h, s, l] = [hue % 360, saturation, Math.min(100, Math.max(0, lightness))]
  return `hsl(${h.toFixed(1)},${s.toFixed(1)}%,${l.toFixed(1)}%)`
}
