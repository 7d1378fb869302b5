/** Real-time work has a client waiting for it; batch work yields to it. */
export type Priority = 'realtime' | 'batch'

/** Travels with a piece of work through every layer, so that each can queue it and stop it the same way. */
export interface WorkContext {
  readonly priority: Priority
  /** Whose work it is. Accounts take turns wherever work waits. */
  readonly accountId: string
  /** Aborted when nobody wants the result any more. */
  readonly signal?: AbortSignal | undefined
}

/** A client of the account waits for it. */
export function realtimeOf(accountId: string): WorkContext {
  return { priority: 'realtime', accountId }
}

/** The service's own work, which cannot be called off. */
export const realtime: WorkContext = { priority: 'realtime', accountId: '' }
export const batch: WorkContext = { priority: 'batch', accountId: '' }
