import { binColours, binCount } from './colour-space.ts'
import { hueHarmony, hueSteps } from './harmony.ts'

const warmAxis = { a: Math.cos((50 * Math.PI) / 180), b: Math.sin((50 * Math.PI) / 180) }
const warmthScale = 30
/** Below this a pixel counts as grey: its hue is mostly noise. */
const greyChroma = 0.08
/** Less coloured area than this cannot make a picture many-hued or discordant. */
const colouredShareMin = 0.05
const neon = { chromaMin: 0.75, lightnessMin: 45 }
const families = {
  reds: [330, 20],
  yellows: [20, 70],
  greens: [70, 165],
  blues: [165, 260],
  purples: [260, 330],
} as const

/** Which colours the picture has, from its colour histogram. */
export function measureHues(histogram: Uint32Array, count: number) {
  const hueMass = new Float64Array(hueSteps)
  let [warm, neonCount, coloured] = [0, 0, 0]
  for (let bin = 0; bin < binCount; bin++) {
    const pixels = histogram[bin] ?? 0
    if (pixels === 0) continue
    warm += pixels * ((binColours.a[bin] ?? 0) * warmAxis.a + (binColours.b[bin] ?? 0) * warmAxis.b)
    const chroma = binColours.chroma[bin] ?? 0
    if (chroma < greyChroma) continue
    coloured += pixels
    if (chroma >= neon.chromaMin && (binColours.lightness[bin] ?? 0) >= neon.lightnessMin) neonCount += pixels
    addHue(hueMass, binColours.hueDegrees[bin] ?? 0, pixels * chroma)
  }
  const total = hueMass.reduce((sum, mass) => sum + mass, 0)
  const presence = Math.min(1, coloured / count / colouredShareMin)
  return {
    warmth: 0.5 + 0.5 * Math.tanh(warm / count / warmthScale),
    neon: neonCount / count,
    hue_spread: total === 0 ? 0 : presence * evenness(hueMass, total),
    palette_harmony: total === 0 ? 1 : 1 - presence * (1 - hueHarmony(hueMass, total)),
    ...shareFamilies(histogram, count),
  }
}

/** Shared between the two nearest steps, so that a hue on a border is not two hues by accident. */
function addHue(hueMass: Float64Array, hueDegrees: number, mass: number): void {
  const place = (hueDegrees / 360) * hueSteps
  const step = Math.floor(place)
  const upper = place - step
  hueMass[step % hueSteps] = (hueMass[step % hueSteps] ?? 0) + mass * (1 - upper)
  hueMass[(step + 1) % hueSteps] = (hueMass[(step + 1) % hueSteps] ?? 0) + mass * upper
}

/** Entropy over the wheel: 0 for one hue, 1 for all of them alike. */
function evenness(hueMass: Float64Array, total: number): number {
  let entropy = 0
  for (const mass of hueMass) if (mass > 0) entropy -= (mass / total) * Math.log(mass / total)
  return entropy / Math.log(hueSteps)
}

/** A pixel counts for its colour family by how clearly it is coloured: fully from a chroma of a quarter on. */
function shareFamilies(histogram: Uint32Array, count: number) {
  const shares = { reds: 0, yellows: 0, greens: 0, blues: 0, purples: 0 }
  for (let bin = 0; bin < binCount; bin++) {
    const pixels = histogram[bin] ?? 0
    const chroma = binColours.chroma[bin] ?? 0
    if (pixels === 0 || chroma < greyChroma) continue
    shares[familyOf(binColours.hueDegrees[bin] ?? 0)] += (pixels / count) * Math.min(1, chroma * 4)
  }
  return shares
}

function familyOf(hueDegrees: number): keyof typeof families {
  if (hueDegrees < families.yellows[0] || hueDegrees >= families.reds[0]) return 'reds'
  if (hueDegrees < families.yellows[1]) return 'yellows'
  if (hueDegrees < families.greens[1]) return 'greens'
  return hueDegrees < families.blues[1] ? 'blues' : 'purples'
}
