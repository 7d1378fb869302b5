import { openPrior } from '@palate/core/taste/prior.ts'
import { type Crowd, headOf, subsetsOf } from '../../fitting/prior/crowd.ts'
import type { Seen } from './methods.ts'
import { ratingTask, seeded, type Task } from './protocol.ts'

export type Asked = { readonly task: Task; readonly seen: (picture: number) => Seen; readonly rater: number }

/** Each photograph as seen by a prior that knows neither its subset nor any of the people who rated it. */
export function seenPhotographs(crowd: Crowd): readonly Seen[] {
  const seen: Seen[] = []
  for (const subset of subsetsOf(crowd)) {
    const prior = openPrior(headOf(crowd, subset))
    for (const [i, { subset: own }] of crowd.photographs.rows.entries()) {
      if (own !== subset) continue
      const embedding = crowd.photographs.embeddings[i] ?? new Float32Array()
      const place = prior.place(embedding)
      seen[i] = { embedding, place, priorMean: prior.meanOf(place) }
    }
  }
  return seen
}

export function photographTasks(crowd: Crowd, photographs: readonly Seen[], labelCount: number): readonly Asked[] {
  const seen = (picture: number) => photographs[picture] as Seen
  return crowd.raters.map((rater, i) => ({ task: ratingTask(rater, labelCount, seeded(i)), seen, rater: i }))
}
