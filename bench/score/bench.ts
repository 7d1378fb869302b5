import type { Served } from '../harness/serve.ts'
import type { ScoreClient } from './setup/client.ts'
import type { ScoringFixture } from './setup/fixture.ts'

/** Parameters of each scoring measurement. */
export interface ScoreBench {
  readonly fixture: ScoringFixture
  readonly served: Served
  readonly client: ScoreClient
  readonly frames: number
  readonly rounds: number
  /** For a server of its own. */
  readonly nodeOptions: string
  /** Number of cores, and therefore of threads. */
  readonly threads: number
  /** For measurements with concurrent requests. */
  readonly concurrency: number
}
