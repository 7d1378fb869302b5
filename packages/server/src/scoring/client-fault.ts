import { Fault } from '@palate/core/fault.ts'
import { WorkerLost } from '../ports.ts'
import { ScoringUnavailable, WorkerStopped } from './faults.ts'

/** Rethrows an error as the client sees it: if scoring is unavailable, without the reason inside the service. */
export function rethrowForClient(error: unknown): never {
  if (error instanceof WorkerStopped) throw new WorkerLost()
  if (error instanceof ScoringUnavailable) {
    throw new Fault('unavailable', 'scoring is overloaded or stopping; try again')
  }
  throw error
}
