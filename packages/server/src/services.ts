import type { IdPrefix } from '@palate/core/ids.ts'
import type { Logger } from 'pino'
import type { Config } from './config/config.ts'
import type { Metrics } from './platform/metrics.ts'
import type { Tracer } from './platform/tracing/tracing.ts'
import type { Store } from './store/store.ts'

/** What all features use, passed as an argument. It is the only source of time and new ids. */
export interface Services {
  readonly config: Config
  readonly store: Store
  readonly log: Logger
  readonly metrics: Metrics
  readonly clock: () => Date
  readonly newId: (prefix: IdPrefix) => string
  /** Undefined if tracing is off. */
  readonly tracer?: Tracer | undefined
}

/** What features use that also run on other threads. Metrics and traces belong to the main thread. */
export type ThreadServices = Omit<Services, 'metrics' | 'tracer'>
