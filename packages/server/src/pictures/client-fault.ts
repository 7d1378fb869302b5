import { Fault } from '@palate/core/fault.ts'
import { WorkerLost } from '../ports/scoring.ts'
import { QueueFull, ScoringUnavailable, WorkerStopped } from './picture-faults.ts'

/** A full queue drains in about this time. */
const retryAfterSeconds = 30

/** Rethrows an error for the client. If scoring is unavailable, hides the internal reason. */
export function rethrowForClient(error: unknown): never {
  if (error instanceof WorkerStopped) throw new WorkerLost()
  if (error instanceof QueueFull) {
    throw new Fault('unavailable', 'this account has too many pictures waiting to be scored; try again later', {
      headers: { 'retry-after': String(retryAfterSeconds) },
    })
  }
  if (error instanceof ScoringUnavailable) {
    throw new Fault('unavailable', 'scoring is overloaded or stopping; try again')
  }
  throw error
}
