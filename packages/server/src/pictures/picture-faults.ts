import { describeBytes } from '@palate/core/generic/bytes.ts'

/** Why one frame could not be scored. The other frames of its request are not affected. */
export class FrameFault extends Error {
  readonly code: FrameFaultCode
  readonly retryable: boolean

  constructor(code: FrameFaultCode, message: string, { retryable = false, cause }: FrameFaultOptions = {}) {
    super(message, { cause })
    this.name = 'FrameFault'
    this.code = code
    this.retryable = retryable
  }

  toJSON(): FrameFaultBody {
    return { code: this.code, message: this.message, retryable: this.retryable }
  }
}

export type FrameFaultCode =
  | 'fetch_failed'
  | 'fetch_timeout'
  | 'url_forbidden'
  | 'frame_not_found'
  | 'not_an_image'
  | 'image_too_large'

export interface FrameFaultOptions {
  readonly retryable?: boolean
  /** For the log only. */
  readonly cause?: unknown
}

export interface FrameFaultBody {
  readonly code: FrameFaultCode
  readonly message: string
  readonly retryable: boolean
}

/** The service failed, not the frame: its threads are overloaded or its embedder does not respond. Worth a retry. */
export class ScoringUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ScoringUnavailable'
  }
}

export class QueueFull extends ScoringUnavailable {
  constructor() {
    super('too many pictures of this account are waiting')
  }
}

/** The worker thread stopped while processing the job. */
export class WorkerStopped extends ScoringUnavailable {}

export function tooManyBytes(bytesMax: number): FrameFault {
  return new FrameFault('image_too_large', `the picture has more than ${describeBytes(bytesMax)}`)
}
