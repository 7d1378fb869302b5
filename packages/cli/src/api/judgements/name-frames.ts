import type { Palate } from '@palate/client'
import { isId } from '@palate/core/ids.ts'
import { frameIdOf } from '@palate/core/taste/judgements/bradley-terry.ts'
import { libraryIdOf } from '../history/describe-elements.ts'
import { FrameDirectory } from '../teaching/frame-directory.ts'
import type { Element } from './held.ts'

/** The name of a frame by its id, or the id if it has none. */
export type NameOfFrame = (id: string) => string

/** Names the frames of judgements: as the profile's pictures are named, otherwise as in the project. */
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
  for (const frame of elements.flatMap(framesIn)) {
    const id = frameIdOf(frame)
    if (id === undefined || names.has(id)) continue
    const url = urlOf(frame) ?? (isId('frm', id) ? `frame:${id}` : null)
    names.set(id, (await directory.find({ id, url })).name)
  }
  return (id) => names.get(id) ?? id
}

/** The frames that an element refers to without a name. */
function framesIn({ frameA, frameB, url, name }: Element): readonly unknown[] {
  const id = typeof name === 'string' ? undefined : libraryIdOf(url)
  return id === undefined ? [frameA, frameB] : [{ id, url }]
}

function urlOf(frame: unknown): string | null {
  return typeof frame === 'object' && frame !== null && 'url' in frame && typeof frame.url === 'string'
    ? frame.url
    : null
}
