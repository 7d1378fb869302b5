import type { Palate } from '@palate/client'
import { frameIdOf } from '@palate/core/taste/judgements/bradley-terry.ts'
import { FrameDirectory } from '../teaching/frame-directory.ts'
import type { Element } from './held.ts'

/** The name of a frame by its id, or the id if it has none. */
export type NameOfFrame = (id: string) => string

/** Names the frames of comparisons: as the profile's pictures are named, otherwise as in the project. */
export async function nameFrames(
  palate: Palate,
  projectId: string,
  elements: readonly Element[],
): Promise<NameOfFrame> {
  const names = new Map<string, string>()
  for (const { id, frameId, name } of elements) {
    if (typeof name !== 'string') continue
    for (const known of [id, frameId]) if (typeof known === 'string') names.set(known, name)
  }
  const directory = new FrameDirectory(palate, projectId)
  for (const frame of elements.flatMap(({ frameA, frameB }) => [frameA, frameB])) {
    const id = frameIdOf(frame)
    if (id === undefined || names.has(id)) continue
    names.set(id, (await directory.find({ id, url: urlOf(frame) })).name)
  }
  return (id) => names.get(id) ?? id
}

function urlOf(frame: unknown): string | null {
  return typeof frame === 'object' && frame !== null && 'url' in frame ? String(frame.url) : null
}
