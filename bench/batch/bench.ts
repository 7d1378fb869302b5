import type { ScoringFixture } from '../score/fixture.ts'

/** What each measurement of batches is given. */
export interface BatchBench {
  readonly fixture: ScoringFixture
  readonly frames: number
  /** How many different pictures the frames show. */
  readonly distinct: number
  readonly rounds: number
  readonly threads: number
}

/** So many addresses of so many pictures that are new to the service, each picture in turn. */
export function newUrls({ fixture }: Pick<BatchBench, 'fixture'>, count: number, distinct: number): readonly string[] {
  const urls = Array.from({ length: distinct }, () => fixture.newUrl())
  return Array.from({ length: count }, (_, i) => urls[i % distinct] ?? '')
}
