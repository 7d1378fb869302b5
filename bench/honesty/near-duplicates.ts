import { readFile } from 'node:fs/promises'
import type { PictureFeatures } from '@palate/core/taste/model/fit-input.ts'
import { openEmbedder } from '@palate/server/pictures/embedders/open-embedder.ts'
import sharp, { type Sharp } from 'sharp'
import { extractFeatures } from '../../fitting/picture-features.ts'
import type { Line } from '../harness/report.ts'
import type { Check, Context } from './context.ts'
import { rivals } from './rivals.ts'
import { fitInputOf } from './tasks.ts'
import { lessonsOf, tasteGroups } from './tastes.ts'

const copiesPerLesson = 4
const lessonsMax = 12
/** For nine of ten copies. */
const moveMax = 0.02

const encodings: Readonly<Record<string, (picture: Sharp) => Sharp>> = {
  'JPEG of quality 80': (picture) => picture.jpeg({ quality: 80 }),
  'WebP of quality 80': (picture) => picture.webp({ quality: 80 }),
  'scaled to 300 pixels': (picture) => picture.resize({ width: 300 }).jpeg({ quality: 85 }),
}

/** A labelled picture that was encoded anew should keep its score. */
export const nearDuplicates: Check = {
  title: 'How far the score of a labelled picture moves when it is encoded anew',
  async run(context) {
    const group = (await tasteGroups(context))['one attribute']
    const lessons = group ? lessonsOf(group, { good: 8, bad: 8 }, 1).slice(0, lessonsMax) : []
    const models = lessons.map((lesson) => {
      const model = context.learner.learn(fitInputOf('aesthetics', lesson))
      const plain = rivals['logistic regression on the embedding']?.(context, lesson)
      return {
        score: (picture: PictureFeatures) => context.learner.predict(model, picture),
        plainScore: (picture: PictureFeatures) => 1 / (1 + Math.exp(-(plain?.(picture) ?? 0))),
        judged: lesson.labels.slice(0, copiesPerLesson).map(({ picture }) => picture),
      }
    })
    const lines: Line[] = []
    for (const [name, encode] of Object.entries(encodings)) {
      const copies = await copiesOf(context, [...new Set(models.flatMap(({ judged }) => judged))], encode)
      const movesOf = (which: 'score' | 'plainScore') =>
        models
          .flatMap(({ judged, [which]: score }) =>
            judged.map((picture) =>
              Math.abs(
                score(copies.get(picture) as PictureFeatures) - score(context.features[picture] as PictureFeatures),
              ),
            ),
          )
          .sort((a, b) => a - b)
      const [moves, plain] = [movesOf('score'), movesOf('plainScore')]
      lines.push({
        ...{ what: name, figure: spreadOf(moves), target: `nine of ten ≤ ${moveMax}` },
        met: quantileOf(moves, 0.9) <= moveMax,
      })
      lines.push({ what: `${name}: logistic regression on the embedding`, figure: spreadOf(plain) })
    }
    return lines
  },
}

function quantileOf(sorted: readonly number[], share: number): number {
  return sorted[Math.floor((sorted.length - 1) * share)] as number
}

function spreadOf(moves: readonly number[]): string {
  const [median, most, all] = [0.5, 0.9, 1].map((share) => quantileOf(moves, share).toFixed(3))
  return `median ${median}, nine of ten ≤ ${most}, all ≤ ${all}`
}

async function copiesOf(
  { photographs }: Context,
  pictures: readonly number[],
  encode: (picture: Sharp) => Sharp,
): Promise<ReadonlyMap<number, PictureFeatures>> {
  const embedder = await openEmbedder({ kind: 'builtin' })
  const copies = new Map<number, PictureFeatures>()
  for (const picture of pictures) {
    const bytes = await encode(sharp(await readFile(photographs[picture]?.path ?? ''))).toBuffer()
    copies.set(picture, await extractFeatures(embedder, bytes))
  }
  await embedder.close()
  return copies
}
