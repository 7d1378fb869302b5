import { binColours } from './colour-space.ts'
import { hueHarmony, hueSteps } from './harmony.ts'
import type { Planes } from './planes.ts'

const warmAxis = { a: Math.cos((50 * Math.PI) / 180), b: Math.sin((50 * Math.PI) / 180) }
const warmthScale = 30
/** A pixel with less chroma counts as grey, because its hue is mostly noise. */
const greyChroma = 0.08
/** With at least this chroma, a pixel counts fully for its colour family. */
const clearChroma = 0.25
/** Below this coloured share, hue spread and harmony fade to their neutral values. */
const colouredShareMin = 0.05
const neon = { chromaMin: 0.75, lightnessMin: 45 }
const pastel = { chromaMax: 0.45, lightnessMin: 75 }

/** The measures of hue, from the colour histogram. */
export function measureHues({ width, height, histogram, occupied }: Planes) {
  const colours = binColours()
  const count = width * height
  const hueMass = new Float64Array(hueSteps)
  const families = { reds: 0, yellows: 0, greens: 0, blues: 0, purples: 0 }
  let warm = 0
  let neonCount = 0
  let pastelCount = 0
  let coloured = 0
  for (const bin of occupied) {
    const pixels = histogram[bin] ?? 0
    warm += pixels * ((colours.a[bin] ?? 0) * warmAxis.a + (colours.b[bin] ?? 0) * warmAxis.b)
    const chroma = colours.chroma[bin] ?? 0
    if (chroma < greyChroma) continue
    coloured += pixels
    if (chroma >= neon.chromaMin && (colours.lightness[bin] ?? 0) >= neon.lightnessMin) neonCount += pixels
    if (chroma <= pastel.chromaMax && (colours.lightness[bin] ?? 0) >= pastel.lightnessMin) pastelCount += pixels
    const hueDegrees = colours.hueDegrees[bin] ?? 0
    addHue(hueMass, hueDegrees, pixels * chroma)
    families[familyOf(hueDegrees)] += (pixels / count) * Math.min(1, chroma / clearChroma)
  }
  const total = hueMass.reduce((sum, mass) => sum + mass, 0)
  const presence = Math.min(1, coloured / count / colouredShareMin)
  return {
    warmth: 0.5 + 0.5 * Math.tanh(warm / count / warmthScale),
    neon: neonCount / count,
    pastel: pastelCount / count,
    hue_spread: total === 0 ? 0 : presence * evenness(hueMass, total),
    palette_harmony: total === 0 ? 1 : 1 - presence * (1 - hueHarmony(hueMass, total)),
    ...families,
  }
}

/** Splits the mass between the two nearest steps by linear interpolation. */
function addHue(hueMass: Float64Array, hueDegrees: number, mass: number): void {
  const position = (hueDegrees / 360) * hueSteps
  const step = Math.floor(position)
  const upper = position - step
  hueMass[step % hueSteps] = (hueMass[step % hueSteps] ?? 0) + mass * (1 - upper)
  hueMass[(step + 1) % hueSteps] = (hueMass[(step + 1) % hueSteps] ?? 0) + mass * upper
}

/** Normalised entropy over the wheel: 0 for one hue, 1 for evenly spread hues. */
function evenness(hueMass: Float64Array, total: number): number {
  let entropy = 0
  for (const mass of hueMass) if (mass > 0) entropy -= (mass / total) * Math.log(mass / total)
  return Math.min(1, entropy / Math.log(hueSteps))
}

function familyOf(hueDegrees: number): 'reds' | 'yellows' | 'greens' | 'blues' | 'purples' {
  if (hueDegrees < 20 || hueDegrees >= 330) return 'reds'
  if (hueDegrees < 70) return 'yellows'
  if (hueDegrees < 165) return 'greens'
  return hueDegrees < 260 ? 'blues' : 'purples'
}
