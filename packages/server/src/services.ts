import type { IdPrefix } from '@palate/core/ids.ts'
import type { Logger } from 'pino'
import type { Config } from './config/config.ts'
import type { Metrics } from './platform/metrics.ts'
import type { Store } from './store/store.ts'

/** What all features use, passed as an argument. The clock and new ids come from here and nowhere else. */
export interface Services {
  readonly config: Config
  readonly store: Store
  readonly log: Logger
  readonly metrics: Metrics
  readonly clock: () => Date
  readonly newId: (prefix: IdPrefix) => string
}

/** What features use that also work on other threads: the metrics are those of the main thread. */
export type ThreadServices = Omit<Services, 'metrics'>
