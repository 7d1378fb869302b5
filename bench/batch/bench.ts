import type { ScoringFixture } from '../score/setup/fixture.ts'

/** Parameters of each batch measurement. */
export interface BatchBench {
  readonly fixture: ScoringFixture
  readonly frames: number
  /** The number of distinct pictures. */
  readonly distinct: number
  readonly rounds: number
  readonly threads: number
}

/** This many URLs, cycling through this many pictures that are new to the service. */
export function newUrls({ fixture }: Pick<BatchBench, 'fixture'>, count: number, distinct: number): readonly string[] {
  const urls = Array.from({ length: distinct }, () => fixture.newUrl())
  return Array.from({ length: count }, (_, i) => urls[i % distinct] ?? '')
}
