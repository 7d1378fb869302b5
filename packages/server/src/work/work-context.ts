/**
 * A client is waiting for real-time work. A client also waits for spare work, but any real-time work goes first. Batch
 * work yields to both.
 */
export type Priority = 'realtime' | 'spare' | 'batch'

/** Accompanies a piece of work through every layer, so that each can queue and cancel it in the same way. */
export interface WorkContext {
  readonly priority: Priority
  /** The owner of the work. Accounts take turns wherever work waits. */
  readonly accountId: string
  /** The account whose rows the work of the service writes at the moment, such as those of a buffer. */
  readonly writesFor?: string
  /** True for sweeps: what they write needs no other sweep. */
  readonly isSweep?: boolean
  /** Called with the bytes of a picture that is read, which are valid only during the call. */
  readonly onPicture?: ((contentHash: string, bytes: Uint8Array) => void) | undefined
  /** Called when features of a picture are not known and have to be extracted. */
  readonly onExtract?: (() => void) | undefined
  /** Aborted when the result is no longer needed. */
  readonly signal?: AbortSignal | undefined
}

/** Who takes turns in a queue. Batches count as a separate account, so that an account's requests do not wait for them. */
export function ownerOf({ accountId, priority }: WorkContext): string {
  return priority === 'batch' ? `batch ${accountId}` : accountId
}

/** Work that a client of the account is waiting for. */
export function realtimeOf(accountId: string): WorkContext {
  return { priority: 'realtime', accountId }
}

/** The service's own work, which cannot be cancelled. */
export const realtime: WorkContext = { priority: 'realtime', accountId: '' }
export const batch: WorkContext = { priority: 'batch', accountId: '' }
