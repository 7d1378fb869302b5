import { judgesIn } from '@palate/core/taste/people/judges.ts'
import { preferencesIn } from '@palate/core/taste/tendencies/judged-pictures.ts'
import type { JudgedPicture } from '@palate/core/taste/tendencies/tendencies.ts'
import type { TrainingSet } from '../training-sets/training-set.ts'

/** The labelled and compared pictures of all dimensions, each once, with how much the owner prefers them. */
export function judgedPictures({
  examples,
  pictures,
}: Pick<TrainingSet, 'examples' | 'pictures'>): readonly (JudgedPicture & { readonly contentHash: string })[] {
  const byHash = new Map<string, JudgedPicture & { readonly contentHash: string }>()
  for (const judgements of examples.values())
    for (const [name, preference] of preferencesIn(judgements)) {
      const picture = pictures.get(name)
      if (!picture) continue
      const { contentHash, attributes } = picture
      const before = byHash.get(contentHash)?.preference ?? 0
      byHash.set(contentHash, { contentHash, attributes, preference: before + preference })
    }
  return [...byHash.values()]
}

/** The content hashes of what one person has labelled or compared, in any dimension. */
export function picturesJudgedBy({ examples, pictures }: Pick<TrainingSet, 'examples' | 'pictures'>, person: string) {
  const judged = [...examples.values()].flatMap((dimension) => judgesIn(dimension, pictures))
  return new Set(judged.flatMap(({ id, pictures: hashes }) => (id === person ? hashes : [])))
}
