import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { createRandom, type Random } from '../../demo/random.ts'
import { readRows } from '../../fitting/prior/picture-sets.ts'
import { type Draft, readDraft, teach } from '../advice/draft.ts'
import { type Line, percentile } from '../harness/report.ts'

const labelsPerSide = 16
const side = 224
/** Plain tastes for photographs. With them, what the profile should reward is known. */
const tastes = [
  ['warmth', 1],
  ['brightness', 1],
  ['brightness', -1],
  ['saturation', 1],
  ['contrast', -1],
  ['edge_density', -1],
] as const

interface Climb {
  readonly start: number
  readonly end: number
  /** The 99th percentile of real good pictures that the profile has not seen. */
  readonly good: number
}

/** One climb for each taste and for each of two things to climb. */
export async function measureClimbs(directory: string, steps: number, count: number): Promise<readonly Line[]> {
  const images = await readRows(join(directory, 'oasis', 'images.csv'))
  const files = images.map(({ file = '' }) => join(directory, 'oasis', 'images', file))
  const pictures: { readonly file: string; readonly draft: Draft }[] = []
  for (const file of files) pictures.push({ file, draft: await readDraft(await readFile(file)) })
  const climbs: { readonly reward: Climb; readonly score: Climb }[] = []
  for (const [seed, [attribute, sign]] of tastes.slice(0, count).entries()) {
    const random = createRandom(seed)
    const ranked = pictures.toSorted(
      (a, b) => sign * (b.draft.features.attributes[attribute] - a.draft.features.attributes[attribute]),
    )
    const third = Math.floor(ranked.length / 3)
    const good = shuffled(ranked.slice(0, third), random).map(({ draft }) => draft)
    const [first, ...bad] = shuffled(ranked.slice(-third), random)
    const shownBad = bad.slice(0, labelsPerSide).map(({ draft }) => draft)
    const owner = teach(good.slice(0, labelsPerSide), shownBad)
    const from = await pixelsOf(first?.file ?? '')
    const climbOn = async (valued: (draft: Draft) => number): Promise<Climb> => ({
      ...(await climb(from, valued, steps, createRandom(100 + seed))),
      good: percentile(
        good
          .slice(labelsPerSide)
          .map(valued)
          .toSorted((a, b) => a - b),
        0.99,
      ),
    })
    const logOdds = (draft: Draft) => {
      const score = owner.scoreOf(draft)
      return Math.log(score / (1 - score))
    }
    climbs.push({ reward: await climbOn(owner.rewardOf), score: await climbOn(logOdds) })
  }
  const over = (kind: 'reward' | 'score') => climbs.filter((one) => one[kind].end > one[kind].good).length
  const meanOf = (kind: 'reward' | 'score', member: keyof Climb) =>
    (climbs.reduce((sum, one) => sum + one[kind][member], 0) / climbs.length).toFixed(2)
  const figure = (kind: 'reward' | 'score') =>
    `${over(kind)} of ${climbs.length}; from ${meanOf(kind, 'start')} to ${meanOf(kind, 'end')} on average, good pictures ${meanOf(kind, 'good')}`
  return [
    {
      what: `${steps} steps on the reward end above the 99th percentile of real good pictures`,
      figure: figure('reward'),
      target: 'none',
      met: over('reward') === 0,
    },
    { what: 'on the score alone, in log odds', figure: figure('score') },
  ]
}

function shuffled<Item>(items: readonly Item[], random: Random): readonly Item[] {
  return items
    .map((item) => ({ item, key: random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ item }) => item)
}

async function pixelsOf(file: string): Promise<Buffer> {
  return sharp(await readFile(file))
    .resize(side, side, { fit: 'cover' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer()
}

async function climb(from: Uint8Array, valued: (draft: Draft) => number, steps: number, random: Random) {
  let pixels = from
  let value = valued(await draftOf(pixels))
  const start = value
  for (let step = 0; step < steps; step++) {
    const changed = changedPixels(pixels, random)
    const reached = valued(await draftOf(changed))
    if (reached > value) [pixels, value] = [changed, reached]
  }
  return { start, end: value }
}

async function draftOf(pixels: Uint8Array): Promise<Draft> {
  return readDraft(
    await sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
      .png({ compressionLevel: 1 })
      .toBuffer(),
  )
}

/** A change of a rectangle, from a few pixels to everything: lighter, another colour, noise, or more or less contrast. */
function changedPixels(pixels: Uint8Array, random: Random): Uint8Array {
  const changed = pixels.slice()
  const size = Math.round(side * random.between(0.03, 1) ** 2) + 4
  const [left, top] = [random.whole(0, side - 1), random.whole(0, side - 1)]
  const kind = random.whole(0, 2)
  const shift = [0, 1, 2].map(() => random.between(-40, 40))
  const contrast = random.between(0.7, 1.4)
  for (let y = top; y < Math.min(side, top + size); y++) {
    for (let x = left; x < Math.min(side, left + size); x++) {
      for (let channel = 0; channel < 3; channel++) {
        const at = (y * side + x) * 3 + channel
        const value = pixels[at] ?? 0
        const next = [value + (shift[channel] ?? 0), value + random.between(-40, 40), 128 + (value - 128) * contrast][
          kind
        ]
        changed[at] = Math.min(255, Math.max(0, next ?? value))
      }
    }
  }
  return changed
}
