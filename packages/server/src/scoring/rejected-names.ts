import { frameIdOfUrl } from '@palate/core/frames/references.ts'
import type { VerdictBasis } from '@palate/core/taste/verdict/verdict-basis.ts'
import type { FramesPort } from '../ports/frames.ts'
import type { ProjectKey } from '../ports/projects.ts'
import type { Services } from '../services.ts'

/** Gives rejected pictures that are frames of the library the names of these frames. */
export type NameRejected = (project: ProjectKey, basis: VerdictBasis) => Promise<VerdictBasis>

/** Each basis is looked up once, because it is cached with the models. */
export function createNameRejected(
  { store }: Pick<Services, 'store'>,
  { findFrames }: Pick<FramesPort, 'findFrames'>,
): NameRejected {
  const known = new WeakMap<VerdictBasis, VerdictBasis>()
  return async (project, basis) => {
    const found = known.get(basis)
    if (found) return found
    const ids = basis.rejected.flatMap(({ name }) => frameIdOfUrl(name ?? '') ?? [])
    const frames = await findFrames(store.read, project, ids)
    const rejected = basis.rejected.map(({ elementId, name }) => {
      const frameId = frameIdOfUrl(name ?? '')
      return { elementId, name: frameId === undefined ? name : (frames.get(frameId)?.name ?? undefined) }
    })
    const named = { ...basis, rejected }
    known.set(basis, named)
    return named
  }
}
