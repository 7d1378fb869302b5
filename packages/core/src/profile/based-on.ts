import { frameIdOfUrl, frameUrl } from '../frames/references.ts'
import { byKind, elementKinds, type Profile, type Snapshot } from './schema.ts'
import { mapTexts } from './text-blobs.ts'

/** The initial state of a profile that is based on another. */
export interface BaseState {
  /** The name of the other profile. */
  readonly name: string
  readonly snapshot: Snapshot
  /** The seed used to score the other profile's state. */
  readonly seed: string | null
}

/** The effective snapshot of a profile, without the members computed from pictures. */
export function effectiveState(head: Snapshot, override: Profile['effectiveOverride']): Snapshot {
  const lists = byKind((kind) => (override?.[kind] as Snapshot[typeof kind] | undefined) ?? head[kind])
  return { ...lists, latentScores: override?.latentScores ?? head.latentScores }
}

export function hasElements(snapshot: Snapshot): boolean {
  return elementKinds.some((kind) => snapshot[kind].length > 0)
}

/** Replaces the ids of library frames in a state, both bare and in URLs. */
export function withFrameIds(snapshot: Snapshot, newIds: ReadonlyMap<string, string>): Snapshot {
  if (newIds.size === 0) return snapshot
  const rename = (text: string) => {
    const inUrl = newIds.get(frameIdOfUrl(text) ?? '')
    return inUrl === undefined ? (newIds.get(text) ?? text) : frameUrl(inUrl)
  }
  const scores = Object.entries(snapshot.latentScores).map(([id, score]) => [rename(id), score])
  return {
    ...byKind((kind) => mapTexts(snapshot[kind], rename)),
    latentScores: Object.fromEntries(scores),
  }
}
