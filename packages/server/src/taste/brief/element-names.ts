import { frameIdOfUrl } from '@palate/core/frames/references.ts'
import { pictureOf } from '@palate/core/profile/subject/picture-sources.ts'
import type { FramesPort } from '../../ports/frames.ts'
import type { State } from '../../ports/states.ts'
import type { Db } from '../../store/schema.ts'
import type { LabelledExample } from './labelled-examples.ts'

/** The names of library frames, by the elements that label them. */
export async function findElementNames(
  { findFrames }: Pick<FramesPort, 'findFrames'>,
  db: Db,
  state: State,
  examples: readonly Pick<LabelledExample, 'elementId'>[],
): Promise<ReadonlyMap<string, string>> {
  const isShown = new Set(examples.map(({ elementId }) => elementId))
  const { exemplars } = await state.elements()
  const frameIds = exemplars.flatMap((exemplar) => {
    const source = isShown.has(exemplar.id) ? pictureOf(exemplar) : undefined
    const frameId = source && 'url' in source ? frameIdOfUrl(source.url) : undefined
    return frameId === undefined ? [] : [[exemplar.id, frameId] as const]
  })
  const frames = await findFrames(
    db,
    state,
    frameIds.map(([, frameId]) => frameId),
  )
  return new Map(
    frameIds.flatMap(([elementId, frameId]) => {
      const name = frames.get(frameId)?.name
      return name ? [[elementId, name] as const] : []
    }),
  )
}
