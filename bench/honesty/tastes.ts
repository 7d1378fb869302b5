import { readFile } from 'node:fs/promises'
import { percentileRank } from '@palate/core/taste/attributes/quantiles.ts'
import type { AttributeName } from '@palate/core/taste/attributes.ts'
import type { PictureFeatures } from '@palate/core/taste/model/fit-input.ts'
import type { Embedder } from '@palate/server/pictures/embedders/embedder.ts'
import { openEmbedder } from '@palate/server/pictures/embedders/open-embedder.ts'
import sharp from 'sharp'
import { seeded } from '../../fitting/seeded.ts'
import { groupedBySubject, groupedInLooks } from '../likeness/groups.ts'
import { fourteenLooks } from '../likeness/looks.ts'
import { tastes as taughtTastes } from '../taught/tastes.ts'
import type { Context } from './context.ts'
import { type Lesson, lessonOf } from './tasks.ts'

/** Whether somebody calls a picture good. */
type Taste = (picture: number) => boolean | undefined
/** Tastes of one kind for the same pictures. */
export interface TasteGroup {
  readonly features: readonly PictureFeatures[]
  readonly tastes: readonly Taste[]
}

/** The owner calls a third of the pictures good. */
const goodShare = 1 / 3

/** Kinds of tastes: what somebody may go by. */
export async function tasteGroups(context: Context): Promise<Readonly<Record<string, TasteGroup>>> {
  const { features } = context
  const rank = (name: AttributeName) => features.map(({ attributes }) => percentileRank(name, attributes[name]))
  const group = (utilities: readonly (readonly number[])[]): TasteGroup => ({ features, tastes: utilities.map(best) })
  const sums = (names: keyof typeof taughtTastes) =>
    (taughtTastes[names] ?? []).map((taste) =>
      features.map(({ attributes }) =>
        taste.reduce((sum, [name, sign]) => sum + sign * percentileRank(name, attributes[name]), 0),
      ),
    )
  const both = (a: readonly number[], b: readonly number[], combine: (a: number, b: number) => number) =>
    a.map((value, i) => combine(value, b[i] as number))
  const [bright, warm, colourful, contrast, clutter, symmetry] = (
    ['brightness', 'warmth', 'colourfulness', 'contrast', 'clutter', 'symmetry'] as const
  ).map(rank) as [number[], number[], number[], number[], number[], number[]]
  const bySubject = await withEmbedder((embedder) => groupedBySubject(embedder, context.photographs))
  const inLooks = await withEmbedder((embedder) => groupedInLooks(embedder, context.photographs, fourteenLooks, 0))
  return {
    'one attribute': group([...sums('one attribute: light and colour'), ...sums('one attribute: others')]),
    'two attributes': group(sums('two attributes')),
    logic: group([
      bright.map((value) => -Math.abs(value - 0.5)),
      bright.map((value) => Math.abs(value - 0.5)),
      colourful.map((value) => -Math.abs(value - 0.5)),
      contrast.map((value) => Math.abs(value - 0.5)),
      both(bright, colourful, Math.min),
      both(warm, symmetry, Math.max),
      both(clutter, warm, (a, b) => Math.min(1 - a, b)),
    ]),
    pixels: group(await pixelUtilities(context)),
    'a look': ofGroups(inLooks),
    'a subject': ofGroups(bySubject),
  }
}

/** The lessons of all tastes of a group. */
export function lessonsOf(
  { features, tastes }: TasteGroup,
  count: { readonly good: number; readonly bad: number },
  draws: number,
): readonly Lesson[] {
  return tastes.flatMap((taste, i) =>
    Array.from({ length: draws }, (_, draw) => lessonOf(features, taste, count, 1000 * i + draw) ?? []).flat(),
  )
}

function best(utilities: readonly number[]): Taste {
  const limit = utilities.toSorted((a, b) => b - a)[Math.floor(utilities.length * goodShare)] as number
  return (picture) => (utilities[picture] as number) > limit
}

function ofGroups(grouped: Awaited<ReturnType<typeof groupedBySubject>>): TasteGroup {
  const names = [...new Set(grouped.groups)].filter((name) => name !== undefined)
  return { features: grouped.features, tastes: names.map((name) => (picture) => grouped.groups[picture] === name) }
}

async function withEmbedder<Result>(work: (embedder: Embedder) => Promise<Result>): Promise<Result> {
  const embedder = await openEmbedder({ kind: 'builtin' })
  return work(embedder).finally(() => embedder.close())
}

const side = 8

/** Random directions in the space of tiny pictures, which no attribute describes. */
async function pixelUtilities({ photographs }: Context): Promise<readonly (readonly number[])[]> {
  const tiny = await Promise.all(
    photographs.map(async ({ path }) =>
      sharp(await readFile(path))
        .resize(side, side, { fit: 'fill' })
        .removeAlpha()
        .raw()
        .toBuffer(),
    ),
  )
  const random = seeded(5)
  return Array.from({ length: 8 }, () => {
    const direction = Array.from({ length: side * side * 3 }, () => random() + random() + random() - 1.5)
    return tiny.map((pixels) => direction.reduce((sum, weight, i) => sum + weight * (pixels[i] as number), 0))
  })
}
