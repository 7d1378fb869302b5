import { byKind } from '@palate/core/profile/schema.ts'
import { withoutMarks } from '@palate/core/profile/snapshot.ts'
import type { MergeReference, State } from '../../ports/states.ts'
import type { Db } from '../../store/schema.ts'
import { mergeHeads, refuseConflicts } from '../history/merge-heads.ts'
import type { TextBlobs } from '../snapshots/text-blobs.ts'
import { requireVersion } from './locate-state.ts'
import { type OfProfile, stateAt, uncommitted } from './make-state.ts'

/**
 * The state that a merge into a version would commit, or that version's own state if there is nothing to merge. Throws
 * the merge's fault if it has unresolved conflicts.
 */
export async function makeMerged(
  db: Db,
  profile: OfProfile & { readonly versionCount: number },
  versionId: string | null,
  merge: MergeReference,
): Promise<State> {
  const texts: TextBlobs = new Map()
  const of = { profileKey: profile, projectId: profile.projectId, versionCount: profile.versionCount, texts }
  const { upToDate, state, conflicts } = await mergeHeads(db, of, versionId, merge.sourceVersionId, merge)
  if (upToDate) {
    const version = await requireVersion(db, profile, versionId)
    return stateAt(db, profile, { versionId, version, hasWorking: false }, texts)
  }
  await refuseConflicts(db, of, conflicts, merge)
  const elements = byKind((kind) => withoutMarks(state[kind]))
  return uncommitted(db, profile, versionId, { merge }, async () => elements, texts)
}
