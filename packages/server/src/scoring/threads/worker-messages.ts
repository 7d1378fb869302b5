import type { FrameFaultBody } from '../faults.ts'

export type ToWorker<Job> = { readonly id: number; readonly job: Job } | 'close'

export type FromWorker<Greeting, Result, Part = never> =
  | { readonly ready: Greeting }
  | { readonly refused: string }
  | { readonly id: number; readonly result: Result }
  /** Something that others can go on with while this job lasts. */
  | { readonly id: number; readonly part: Part }
  /** The frame's own fault. */
  | { readonly id: number; readonly fault: FrameFaultBody }
  /** The service's fault. */
  | { readonly id: number; readonly failure: string }
