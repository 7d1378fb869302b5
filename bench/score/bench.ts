import type { Served } from '../harness/serve.ts'
import type { ScoreClient } from './client.ts'
import type { ScoringFixture } from './fixture.ts'

/** What each measurement of scoring is given. */
export interface ScoreBench {
  readonly fixture: ScoringFixture
  readonly served: Served
  readonly client: ScoreClient
  readonly frames: number
  readonly rounds: number
  /** How many cores, and so threads, there are. */
  readonly threads: number
  /** Of the measurements with several requests at a time. */
  readonly concurrency: number
}
