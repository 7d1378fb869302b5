import { frameIdOfUrl, frameUrl } from '../frames/references.ts'
import { mapTexts } from './long-texts.ts'
import { byKind, elementKinds, type Profile, type Snapshot } from './schema.ts'

/** The state with which a profile begins that is based on another. */
export interface BaseState {
  /** The name of the other profile. */
  readonly name: string
  readonly snapshot: Snapshot
  /** The seed with which the other profile's state is scored. */
  readonly seed: string | null
}

/** What a profile shows as its effective snapshot, without what is computed from pictures. */
export function effectiveState(head: Snapshot, override: Profile['effectiveOverride']): Snapshot {
  const lists = byKind((kind) => (override?.[kind] as Snapshot[typeof kind] | undefined) ?? head[kind])
  return { ...lists, latentScores: override?.latentScores ?? head.latentScores }
}

export function hasElements(snapshot: Snapshot): boolean {
  return elementKinds.some((kind) => snapshot[kind].length > 0)
}

/** A state that names frames of the library by other ids, wherever it names them: in addresses and alone. */
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
