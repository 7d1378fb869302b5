import { dimensionsOf, requireDimensions } from '@palate/core/taste/dimensions.ts'
import type { FrameScore } from '@palate/core/taste/scoring-schema.ts'
import type { NoteScore, PrepareScoring, State } from '../ports.ts'
import { readFrame, resultOf, whileAvailable } from './score.ts'
import type { Scoring } from './scoring.ts'

/** Faults where a dimension is neither built in nor named by the state's elements; reads no picture. */
export function createDimensionCheck({ teacher }: Scoring) {
  return async (state: State, dimensions: readonly string[]): Promise<void> => {
    requireDimensions(dimensions, dimensionsOf(await teacher.dimensionsNamed(state)))
  }
}

const picturesJudgedMax = 2000

/** The way from a state to scores, for requests and batches alike. */
export function createPrepare({ frames, teacher, models, shelf }: Scoring, noteScore: NoteScore): PrepareScoring {
  return async (state, { dimensions, explain }) => {
    const taught = await whileAvailable(teacher.taught(state))
    const known = requireDimensions(dimensions, dimensionsOf(taught.lessons.keys()))
    const judges = await whileAvailable(models.judges(taught, known))
    // Not the state itself: a batch may last, and the state can hold all its elements.
    const { accountId, projectId, profileId } = state
    // The same bytes get the same numbers, and judging takes longer than looking up.
    const judged = new Map<string, FrameScore>()
    return {
      async score(frame, options) {
        const outcome = await readFrame(frames, accountId, frame.url, options)
        if ('error' in outcome) return resultOf(frame, outcome, judges, explain)
        const { contentHash } = outcome.picture
        shelf.noteSeen({ accountId, projectId, frameId: frame.id, contentHash })
        const known = judged.get(contentHash)
        const result = known ? { ...known, frame_id: frame.id } : resultOf(frame, outcome, judges, explain)
        if (!known && judged.size < picturesJudgedMax) judged.set(contentHash, result)
        noteScore({ accountId, projectId, profileId }, result)
        return result
      },
    }
  }
}
