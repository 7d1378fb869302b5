import { readFile } from 'node:fs/promises'
import type { PictureFeatures } from '@palate/core/taste/model/fit-input.ts'
import { openEmbedder } from '@palate/server/pictures/embedders/open-embedder.ts'
import sharp, { type Sharp } from 'sharp'
import { extractFeatures } from '../../fitting/picture-features.ts'
import type { Check, Context } from './context.ts'
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
    const models = lessons.map((lesson) => ({
      model: context.learner.learn(fitInputOf('aesthetics', lesson)),
      judged: lesson.labels.slice(0, copiesPerLesson).map(({ picture }) => picture),
    }))
    const lines = []
    for (const [name, encode] of Object.entries(encodings)) {
      const copies = await copiesOf(context, [...new Set(models.flatMap(({ judged }) => judged))], encode)
      const moves = models
        .flatMap(({ model, judged }) =>
          judged.map((picture) => {
            const score = (one: PictureFeatures) => context.learner.predict(model, one)
            return Math.abs(
              score(copies.get(picture) as PictureFeatures) - score(context.features[picture] as PictureFeatures),
            )
          }),
        )
        .sort((a, b) => a - b)
      const at = (share: number) => moves[Math.floor((moves.length - 1) * share)] as number
      lines.push({
        ...{
          what: name,
          figure: `median ${at(0.5).toFixed(3)}, nine of ten ≤ ${at(0.9).toFixed(3)}, all ≤ ${at(1).toFixed(3)}`,
        },
        ...{ target: `nine of ten ≤ ${moveMax}`, met: at(0.9) <= moveMax },
      })
    }
    return lines
  },
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
