import type { Embedder } from '@palate/server/pictures/embedders/embedder.ts'
import type { Edit } from '../../fitting/likeness/edits.ts'
import { featuresOf } from '../../fitting/likeness/features.ts'
import { asItIs } from '../../fitting/likeness/sample.ts'
import { subjects } from '../../fitting/likeness/subjects.ts'
import { seeded } from '../../fitting/seeded.ts'
import { type GroupedPictures, shuffled } from './tasks.ts'

type Photographs = readonly { readonly id: number; readonly path: string }[]

/** Assigns one look to each photograph at random. */
export async function groupedInLooks(
  embedder: Embedder,
  photographs: Photographs,
  looks: Readonly<Record<string, Edit>>,
  draw: number,
): Promise<GroupedPictures> {
  const edits = Object.values(looks)
  const dealt = shuffled([...photographs.keys()], seeded(1000 + draw))
  const groups = dealt.map((_, i) => i % edits.length)
  const pictures = dealt.map((photograph, i) => ({
    path: photographs[photograph]?.path ?? '',
    edit: edits[i % edits.length] ?? {},
    seed: photograph,
  }))
  return { features: await featuresOf(embedder, pictures), groups }
}

/** The unedited photographs. */
export async function groupedBySubject(embedder: Embedder, photographs: Photographs): Promise<GroupedPictures> {
  const lists = Object.values(subjects)
  const groups = photographs.map(({ id }) => {
    const group = lists.findIndex((ids) => ids.includes(id))
    return group === -1 ? undefined : group
  })
  return { features: await featuresOf(embedder, photographs.map(asItIs)), groups }
}
