export interface Section {
  readonly id: string
  readonly title: string
  /** In bench/. Its first comment describes it. */
  readonly file: string
  readonly args?: readonly string[]
  /** Needs the directory of judgements. */
  readonly needsData?: true
}

/** In the order of the page. */
export const sections: readonly Section[] = [
  { id: 'score', title: 'Scoring', file: 'score.ts' },
  {
    id: 'batch',
    title: 'Batches',
    file: 'batch.ts',
    args: ['--frames', '3000', '--distinct', '600', '--rounds', '3'],
  },
  { id: 'store', title: 'The store', file: 'store.ts', args: ['--engine', 'both'] },
  { id: 'worst', title: 'The worst request of each operation', file: 'worst.ts', args: ['--engine', 'both'] },
  { id: 'webhooks', title: 'Webhooks', file: 'webhooks.ts', args: ['--engine', 'both'] },
  { id: 'memory', title: 'Resident memory', file: 'memory.ts' },
  { id: 'dashboard', title: 'The dashboard', file: 'dashboard.ts' },
  { id: 'taste', title: 'Taste', file: 'taste.ts', args: ['--every', '4'], needsData: true },
  { id: 'taught', title: 'Taught tastes', file: 'taught.ts', needsData: true },
  { id: 'likeness', title: 'Likeness', file: 'likeness.ts', args: ['--draws', '1'], needsData: true },
  { id: 'threshold', title: 'Thresholds', file: 'threshold.ts', needsData: true },
  {
    id: 'pooled',
    title: 'Starting from other profiles',
    file: 'teach/pooled.ts',
    args: ['--every', '4'],
    needsData: true,
  },
  { id: 'teach', title: 'Suggestions', file: 'teach.ts', args: ['--raters', '35'], needsData: true },
  { id: 'latency', title: 'The time of suggestions', file: 'teach/latency.ts' },
  { id: 'usability', title: 'Usability', file: 'usability.ts' },
]
