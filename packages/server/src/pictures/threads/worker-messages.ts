import type { FrameFaultBody } from '../picture-faults.ts'

export type ToWorker<Job> = { readonly id: number; readonly job: Job } | 'close'

/** `Info` is what a worker reports when it is ready. */
export type FromWorker<Info, Result, Part = never> =
  | { readonly ready: Info }
  | { readonly startFailed: string }
  /** With `more`, one part follows the result: something that the answer need not wait for. */
  | { readonly id: number; readonly result: Result; readonly more?: true }
  /** An intermediate result that others can use while the job continues. */
  | { readonly id: number; readonly part: Part }
  /** The frame is at fault. */
  | { readonly id: number; readonly fault: FrameFaultBody }
  /** The service is at fault. */
  | { readonly id: number; readonly failure: string }
