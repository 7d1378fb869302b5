import type { Colour, Edit } from './edits.ts'

/** A random look: two to four kinds of edit, each with a random strength. The benchmark's looks are not among them. */
export function randomLook(random: () => number): Edit {
  const count = 2 + Math.floor(random() * 3)
  const kinds = [...edits]
  let look: Edit = {}
  for (let i = 0; i < count; i++) {
    const [kind] = kinds.splice(Math.floor(random() * kinds.length), 1)
    if (kind) look = { ...look, ...kind(random) }
  }
  return look
}

const edits: readonly ((random: () => number) => Edit)[] = [
  (random) => ({ crop: between(random, 0.4, 0.95) }),
  (random) => ({ blur: between(random, 0.5, 4) }),
  (random) => ({ gamma: Math.exp(between(random, -0.8, 0.8)) }),
  (random) => ({ contrast: between(random, 0.4, 1.8) }),
  (random) => ({ lift: between(random, -50, 60) }),
  (random) => ({ saturation: between(random, 0, 2.2) }),
  (random) => ({ gain: [between(random, 0.75, 1.25), between(random, 0.85, 1.15), between(random, 0.75, 1.25)] }),
  (random) => ({
    tone: { dark: colour(random, 0, 110), light: colour(random, 120, 255), share: between(random, 0.2, 1) },
  }),
  (random) => ({ levels: Math.round(between(random, 3, 9)) }),
  (random) => ({ grain: between(random, 4, 40) }),
  (random) => ({ vignette: between(random, -0.6, 0.9) }),
  (random) => ({ border: { width: between(random, 0.03, 0.2), colour: colour(random, 0, 255) } }),
  (random) => ({ block: Math.round(between(random, 2, 8)) }),
]

function between(random: () => number, low: number, high: number): number {
  return low + random() * (high - low)
}

function colour(random: () => number, low: number, high: number): Colour {
  return [between(random, low, high), between(random, low, high), between(random, low, high)]
}
