import { Fault } from '@palate/core/fault.ts'
import { examplesUsual } from '@palate/core/taste/examples-schema.ts'
import { nearestExamples, typicalExamples } from '@palate/core/taste/nearest-examples.ts'
import { type Handler, longRunning } from '../../operations.ts'
import { rethrowForClient } from '../../pictures/client-fault.ts'
import { FrameFault } from '../../pictures/picture-faults.ts'
import { thumbnailPath } from '../../pictures/thumbnails/thumbnail-path.ts'
import type { FramesPort } from '../../ports/frames.ts'
import type { FindState } from '../../ports/states.ts'
import type { ReadSource } from '../training-sets/source-reader.ts'
import type { TrainingSetLoader } from '../training-sets/training-set-loader.ts'
import { findElementNames } from './element-names.ts'
import { labelledExamples } from './labelled-examples.ts'

interface Parts {
  readonly trainingSets: TrainingSetLoader
  readonly readSource: ReadSource
  readonly library: Pick<FramesPort, 'findFrames'>
}

/** Examples from the state at the head of the current branch. Reads the picture, and records nothing. */
export function createFindExamples(parts: Parts, findState: FindState): Handler<'findExamples'> {
  const { trainingSets, readSource, library } = parts
  return longRunning(async ({ caller, params, body: { url, limit = examplesUsual }, db, signal }) => {
    const state = await findState(db, caller, params.id, {})
    const trainingSet = await trainingSets.load(state, signal).catch(rethrowForClient)
    const all = [true, false].flatMap((good) =>
      labelledExamples(trainingSet, good).map((example) => ({ ...example, good })),
    )
    const picture = url === undefined ? undefined : await readSource(state, { url }).catch(rethrowUnreadable)
    const found = picture ? nearestExamples(all, picture.embedding, limit) : typicalExamples(all, limit)
    const names = await findElementNames(library, db, state, found)
    const examples = found.map(({ elementId, contentHash, good }) => {
      const name = names.get(elementId)
      const label = good ? ('good' as const) : ('bad' as const)
      return { elementId, label, thumbnail: thumbnailPath(contentHash), ...(name !== undefined && { name }) }
    })
    return { body: { examples } }
  })
}

function rethrowUnreadable(error: unknown): never {
  if (error instanceof FrameFault) throw new Fault('unreadable_picture', error.message)
  return rethrowForClient(error)
}
