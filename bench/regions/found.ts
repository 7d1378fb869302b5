import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Pixels } from '@palate/core/taste/attributes.ts'
import { type Grid, gridFor, withCellHidden } from '@palate/core/taste/regions/hidden-cell.ts'
import sharp from 'sharp'
import { randomInterface, renderInterface } from '../../demo/interfaces/interface.ts'
import { createRandom, type Random } from '../../demo/random.ts'
import { withSvg } from '../../demo/with-svg.ts'
import { readRows } from '../../fitting/prior/picture-sets.ts'
import { type Draft, draftOf, embedder, readDraft, teach } from '../advice/draft.ts'
import type { Line } from '../harness/report.ts'
import { type Defect, defects, withDefect } from './defects.ts'

type Owner = ReturnType<typeof teach>
/** A square picture; the same number always gives the same one. */
type PictureOf = (number: number) => Promise<Buffer>

const side = 480
const labelsPerSide = 8
const cellCount = 16
const shownMax = 2
const loweredMin = 0.02
const target = 0.8

/** Each method ranks the cells, the most suspicious first. */
const methods = ['regions', 'most different from the mean cell', 'most saturated cell'] as const
type Hits = Record<(typeof methods)[number], number>

export async function findDefects(directory: string | undefined, pictures: number) {
  const sets: Readonly<Record<string, PictureOf>> = {
    screens: screen,
    ...(directory !== undefined && { photographs: await photographsIn(directory) }),
  }
  const rows: string[][] = []
  const lines: Line[] = []
  for (const [set, pictureOf] of Object.entries(sets)) {
    let [lowered, found] = [0, 0]
    for (const [who, ownerOf] of Object.entries(owners)) {
      for (const defect of Object.keys(defects) as Defect[]) {
        const random = createRandom(Object.keys(defects).indexOf(defect))
        const owner = await ownerOf(pictureOf, defect, random)
        const { count, hits } = await tally(owner, pictureOf, defect, random, pictures)
        lowered += count
        found += hits.regions
        rows.push([
          `${set}, ${who}, ${defect}`,
          `${count} of ${pictures}`,
          ...methods.map((one) => share(hits[one], count)),
        ])
      }
    }
    const rate = found / lowered
    const figure = `${found} of ${lowered} (${rate.toFixed(2)})`
    lines.push({ what: `${set}: in the two most negative cells`, figure, target: `≥ ${target}`, met: rate >= target })
  }
  await embedder.close()
  return { columns: ['lower the score', ...methods], rows, lines }
}

/** Somebody who has judged nothing, somebody who rejects pictures with the defect, and somebody who likes plain ones. */
const owners: Readonly<Record<string, (pictureOf: PictureOf, defect: Defect, random: Random) => Promise<Owner>>> = {
  'no labels': async () => teach([], []),
  'rejects it': async (pictureOf, defect, random) => {
    const drafts: Draft[] = []
    for (let i = 0; i < 2 * labelsPerSide; i++) {
      const clean = await pictureOf(i)
      const cell = random.whole(0, cellCount - 1)
      drafts.push(await readDraft(i < labelsPerSide ? clean : await withDefect(clean, defect, cell, random)))
    }
    return teach(drafts.slice(0, labelsPerSide), drafts.slice(labelsPerSide))
  },
  'likes it plain': async (pictureOf) => {
    const drafts: Draft[] = []
    for (let i = 0; i < 6 * labelsPerSide; i++) drafts.push(await readDraft(await pictureOf(i)))
    const ascending = drafts.toSorted(
      (one, other) => one.features.attributes.clutter - other.features.attributes.clutter,
    )
    return teach(ascending.slice(0, labelsPerSide), ascending.slice(-labelsPerSide))
  },
}

async function tally(owner: Owner, pictureOf: PictureOf, defect: Defect, random: Random, pictures: number) {
  const hits: Hits = { regions: 0, 'most different from the mean cell': 0, 'most saturated cell': 0 }
  let count = 0
  for (let i = 0; i < pictures; i++) {
    const clean = await pictureOf(1000 + i)
    const cell = random.whole(0, cellCount - 1)
    const before = owner.scoreOf(await readDraft(clean))
    const draft = await readDraft(await withDefect(clean, defect, cell, random))
    if (owner.scoreOf(draft) > before - loweredMin) continue
    count += 1
    const ranked: Readonly<Record<keyof Hits, readonly number[]>> = {
      regions: await effectsOf(owner, draft),
      ...dumbRanks(draft.picture.decoded),
    }
    for (const method of methods) {
      const first = ranked[method]
        .map((value, index) => ({ value, index }))
        .sort((one, other) => one.value - other.value)
        .slice(0, shownMax)
      if (first.some(({ index }) => index === cell)) hits[method] += 1
    }
  }
  return { count, hits }
}

async function effectsOf(owner: Owner, draft: Draft): Promise<readonly number[]> {
  const { picture } = draft
  const grid: Grid = gridFor(picture.width, picture.height)
  const effects: number[] = []
  for (let cell = 0; cell < cellCount; cell++) {
    const decoded = withCellHidden(picture.decoded, { ...grid, cell }) as Pixels
    effects.push(owner.scoreOf(draft) - owner.scoreOf(await draftOf({ ...picture, decoded })))
  }
  return effects
}

/** What anybody could compute without a taste: lower is more suspicious. */
function dumbRanks({ width, height, data }: Pixels) {
  const sums = Array.from({ length: cellCount }, () => ({ colour: [0, 0, 0], saturation: 0 }))
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const sum = sums[4 * Math.floor((4 * y) / height) + Math.floor((4 * x) / width)] as (typeof sums)[number]
      const at = 3 * (y * width + x)
      const colour = [...data.subarray(at, at + 3)]
      sum.colour = sum.colour.map((part, i) => part + (colour[i] as number))
      sum.saturation += Math.max(...colour) - Math.min(...colour)
    }
  }
  const mean = [0, 1, 2].map((i) => sums.reduce((total, { colour }) => total + (colour[i] as number), 0) / cellCount)
  return {
    'most different from the mean cell': sums.map(
      ({ colour }) => -Math.hypot(...colour.map((part, i) => part - (mean[i] as number))),
    ),
    'most saturated cell': sums.map(({ saturation }) => -saturation),
  }
}

async function screen(number: number): Promise<Buffer> {
  const drawn = { ...randomInterface(7_000_000 + number), screen: 'desktop' } as const
  return square(await withSvg(() => renderInterface(drawn)))
}

async function photographsIn(directory: string): Promise<PictureOf> {
  const rows = await readRows(join(directory, 'oasis', 'images.csv'))
  const random = createRandom(3)
  const files = rows.map(({ file = '' }) => ({ file, draw: random() })).sort((one, other) => one.draw - other.draw)
  return async (number) =>
    square(await readFile(join(directory, 'oasis', 'images', files[number % files.length]?.file ?? '')))
}

function square(bytes: Buffer): Promise<Buffer> {
  return sharp(bytes).resize(side, side, { fit: 'cover' }).removeAlpha().toColourspace('srgb').png().toBuffer()
}

function share(hits: number, count: number): string {
  return count === 0 ? '–' : (hits / count).toFixed(2)
}
