import type { Branch } from '@palate/client'
import type { EarlierChange } from '@palate/client/restore-judgements.ts'
import { readJson } from './api/connection/logins.ts'
import { printWarning } from './output.ts'
import { statePath, writeState } from './state-folder.ts'

/** A change to a profile made by the command line, with the data needed to undo it. */
export type Action =
  | { readonly kind: 'judge'; readonly elements: readonly EarlierChange[] }
  /**
   * Working changes were discarded, or judgements removed. `replaced` is the working change as it was before. If all were
   * discarded, the service keeps them for a while, with who judged what.
   */
  | { readonly kind: 'restore'; readonly elements: readonly EarlierChange[]; readonly discardId?: string }
  | { readonly kind: 'commit'; readonly branchId: string; readonly versionId: string }
  | { readonly kind: 'branch'; readonly branch: Branch }
  | { readonly kind: 'delete-branch'; readonly branch: Branch }
  /** Includes the branch if the switch created it. */
  | { readonly kind: 'switch'; readonly from: string; readonly to: string; readonly made?: Branch }
  /** A rollback or a merge: the head moved from one version to another. */
  | { readonly kind: 'head'; readonly branchId: string; readonly from: string | null; readonly to: string }

export interface Entry {
  readonly at: string
  /** What was done, in words. */
  readonly words: string
  readonly action: Action
  /** Names a judgement that was made in a session, so that the session can take it back. */
  readonly key?: string
}

export const journalEntriesMax = 100

/** The last actions on one profile, on this machine, oldest first. */
export class Journal {
  readonly #path: string

  constructor(profileId: string) {
    this.#path = statePath(`journal-${profileId.replaceAll(/[^\w-]/g, '_')}.json`)
  }

  get entries(): readonly Entry[] {
    return readJson<readonly Entry[]>(this.#path) ?? []
  }

  /** The action is already done, so failing to record it must not look like a failed action. */
  record(words: string, action: Action, key?: string): void {
    const entry = { at: new Date().toISOString(), words, action, ...(key !== undefined && { key }) }
    try {
      writeState(this.#path, [...this.entries, entry].slice(-journalEntriesMax))
    } catch (error) {
      printWarning(`\`palate undo\` will not know of this: ${(error as Error).message}`)
    }
  }

  /** Removes an entry that was undone. */
  remove({ action }: Pick<Entry, 'action'>): void {
    const wanted = JSON.stringify(action)
    const entries = this.entries
    const index = entries.findLastIndex((entry) => JSON.stringify(entry.action) === wanted)
    if (index >= 0) writeState(this.#path, entries.toSpliced(index, 1))
  }
}
