import type { PictureFeatures } from '@palate/core/taste/model/fit-input.ts'
import { createLearner, type Learner } from '@palate/core/taste/model/learn.ts'
import { openEmbedder } from '@palate/server/pictures/embedders/open-embedder.ts'
import { openBuiltinLikeness } from '@palate/server/taste/learning/builtin-likeness.ts'
import { openBuiltinPrior } from '@palate/server/taste/learning/builtin-prior.ts'
import type { Edit } from '../../fitting/likeness/edits.ts'
import { featuresOf } from '../../fitting/likeness/features.ts'
import { asItIs, readPhotographs } from '../../fitting/likeness/sample.ts'
import { type Crowd, readCrowd } from '../../fitting/prior/crowd.ts'
import { readPictureSets } from '../../fitting/prior/picture-sets.ts'
import type { Line } from '../harness/report.ts'
import type { PictureFeatures as RatedFeatures } from '../taste/methods.ts'
import { photographFeatures } from '../taste/photographs.ts'

/** What the checks measure with. */
export interface Context {
  readonly photographs: readonly { readonly id: number; readonly path: string }[]
  /** What the service extracts of the photographs. */
  readonly features: readonly PictureFeatures[]
  /** The same photographs, and websites of two collections. */
  readonly sets: Readonly<Record<string, readonly PictureFeatures[]>>
  readonly learner: Learner
  readonly knowledge: ReturnType<typeof openBuiltinPrior>
  /** The features of edited photographs, in the same order. */
  readonly edited: (edit: Edit) => Promise<readonly PictureFeatures[]>
  readonly crowd: Crowd
  /** The rated photographs are predicted by priors that were fitted without them and their raters. */
  readonly rated: readonly RatedFeatures[]
  /** Draws of each taste, and which raters take part. */
  readonly draws: number
  readonly every: number
}

/** One section of the page. */
export interface Check {
  readonly title: string
  readonly run: (context: Context) => Promise<readonly Line[]>
}

export async function openContext(data: string, draws: number, every: number): Promise<Context> {
  const kind = { kind: 'builtin' } as const
  const photographs = await readPhotographs(data)
  const extract = async (edit: Edit) => {
    const embedder = await openEmbedder(kind)
    try {
      return await featuresOf(
        embedder,
        photographs.map(({ path }, seed) => ({ path, edit, seed })),
      )
    } finally {
      await embedder.close()
    }
  }
  const embedder = await openEmbedder(kind)
  const features = await featuresOf(embedder, photographs.map(asItIs))
  await embedder.close()
  const knowledge = openBuiltinPrior(kind)
  const crowd = await readCrowd(data)
  const { calista, reinecke } = await readPictureSets(data, ['calista', 'reinecke'])
  const featuresIn = (set: typeof calista) =>
    set?.measured.map((attributes, i) => ({ attributes, embedding: set.embeddings[i] as Float32Array })) ?? []
  const sets = {
    photographs: features,
    'websites (Calista)': featuresIn(calista),
    'websites (Reinecke)': featuresIn(reinecke),
  }
  return {
    ...{ photographs, features, sets, knowledge, crowd, draws, every, edited: extract },
    learner: createLearner(knowledge, openBuiltinLikeness(kind)),
    rated: photographFeatures(crowd),
  }
}
