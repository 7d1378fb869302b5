/** Real-time work has a client waiting for it; batch work yields to it. */
export type Priority = 'realtime' | 'batch'

/** Travels with a piece of work through every layer, so that each can queue it and stop it the same way. */
export interface WorkContext {
  readonly priority: Priority
  /** Aborted when nobody wants the result any more. */
  readonly signal?: AbortSignal | undefined
}

/** Work that cannot be called off. */
export const realtime: WorkContext = { priority: 'realtime' }
export const batch: WorkContext = { priority: 'batch' }
