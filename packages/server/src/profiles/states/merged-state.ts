import { byKind } from '@palate/core/profile/schema.ts'
import { withoutMarks } from '@palate/core/profile/snapshot.ts'
import type { MergeReference, ProfileKey, State } from '../../ports.ts'
import type { Db } from '../../store/schema.ts'
import { mergeHeads, refuseConflicts } from '../history/merge-heads.ts'
import { findVersion } from '../history/version-store.ts'
import type { LongTexts } from '../objects/long-texts.ts'
import { type Base, committed, uncommitted } from './make-state.ts'
import type { Outline } from './outline.ts'

/**
 * The state that a merge into `base`'s version would commit, or that version's own state if there is nothing to merge.
 * Throws the merge's fault if it has unresolved conflicts.
 */
export async function makeMerged(
  db: Db,
  profileKey: ProfileKey,
  base: Base,
  { seed, versionCount }: Pick<Outline, 'seed' | 'versionCount'>,
  merge: MergeReference,
): Promise<State> {
  const texts: LongTexts = new Map()
  const of = { profileKey, projectId: base.projectId, versionCount, texts }
  const { upToDate, state, conflicts } = await mergeHeads(db, of, base.versionId, merge.sourceVersionId, merge)
  if (upToDate) {
    const version = base.versionId === null ? undefined : await findVersion(db, profileKey, base.versionId)
    return committed(db, profileKey, base, version, seed, texts)
  }
  await refuseConflicts(db, of, conflicts, merge)
  const elements = byKind((kind) => withoutMarks(state[kind]))
  return uncommitted(db, profileKey, { ...base, seed }, { merge }, async () => elements, texts)
}
