import { frameIdsIn } from '@palate/core/frames/references.ts'
import type { Profile, Version } from '@palate/core/profile/schema.ts'
import type { References } from '../snapshots/save-text-blobs.ts'
import { type PackedSnapshots, packSnapshots, textBytesOf } from '../snapshots/snapshot-store.ts'
import { referencesIn } from '../snapshots/text-blobs.ts'
import type { NewObjects } from '../snapshots/write-ahead.ts'
import { type ChangingColumns, changingColumns } from './profile-row.ts'
import { refuseLargeState } from './profile-size.ts'

/** A changed profile and its new versions, ready to be stored. */
export interface PackedChange extends PackedSnapshots {
  readonly profile: Profile
  readonly added: readonly Version[]
  readonly columns: ChangingColumns
}

/**
 * A packed change with everything that can be computed before the transaction. For a large change that takes seconds.
 */
export interface SavePlan extends PackedChange {
  readonly newObjects: NewObjects
  readonly objectBytes: number
  readonly messageBytes: number
  /** The text blobs that the profile references after the write. */
  readonly references: { readonly working: References; readonly committed: References }
  /** The new objects that name library frames. */
  readonly textsWithFrames: readonly string[]
}

/** Throws if a state is too large. */
export function packChange(profile: Profile, added: readonly Version[], bodyHoldsIt = true): PackedChange {
  const columns = changingColumns(profile)
  const packed = packSnapshots(added)
  const { working_changes, effective_override, branches } = columns
  const row = [working_changes, effective_override ?? '', branches]
  refuseLargeState(textBytesOf(row), bodyHoldsIt ? '/profileData/workingChanges' : null)
  refuseLargeState(packed.largestBytes, bodyHoldsIt ? '/profileData/versions' : null)
  return { profile, added, columns, ...packed }
}

export function planSave(packed: PackedChange, newObjects: NewObjects): SavePlan {
  const { working_changes, effective_override } = packed.columns
  const texts = [...newObjects.objects.values()]
  return {
    ...packed,
    newObjects,
    objectBytes: textBytesOf(texts),
    messageBytes: textBytesOf(packed.added.map(({ message }) => message)),
    references: {
      working: referencesIn([working_changes, effective_override ?? '']),
      committed: referencesIn(texts),
    },
    textsWithFrames: texts.filter((text) => frameIdsIn(text).length > 0),
  }
}
