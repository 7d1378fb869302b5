import type { FrameFaultBody } from './frame-fault.ts'

export type ToWorker<Job> = { readonly id: number; readonly job: Job } | 'close'

export type FromWorker<Greeting, Result> =
  | { readonly ready: Greeting }
  | { readonly refused: string }
  | { readonly id: number; readonly result: Result }
  /** The frame's own fault. */
  | { readonly id: number; readonly fault: FrameFaultBody }
  /** The service's fault. */
  | { readonly id: number; readonly failure: string }
