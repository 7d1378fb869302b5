export interface Section {
  readonly id: string
  /** A path below bench/. */
  readonly file: string
  readonly args?: readonly string[]
  /** Needs the directory of judgements. */
  readonly needsData?: true
  /** Figures without a target that the page shows. */
  readonly shown?: readonly Shown[]
}

export interface Shown {
  /** The starts of the titles of tables. */
  readonly titles: readonly string[]
  readonly rows: readonly string[]
  readonly columns: readonly string[]
}

export const sections: readonly Section[] = [
  { id: 'score', file: 'score.ts' },
  { id: 'batch', file: 'batch.ts', args: ['--frames', '3000', '--distinct', '600', '--rounds', '3'] },
  { id: 'store', file: 'store.ts', args: ['--engine', 'both'] },
  { id: 'worst', file: 'worst.ts', args: ['--engine', 'both'] },
  { id: 'attacks', file: 'worst.ts', args: ['--engine', 'both', '--only', 'attacks'] },
  { id: 'webhooks', file: 'webhooks.ts', args: ['--engine', 'both'] },
  { id: 'memory', file: 'memory.ts' },
  { id: 'sweep', file: 'sweep.ts', args: ['--only', 'rows', '--rows', '50000'] },
  { id: 'dashboard', file: 'dashboard.ts' },
  {
    id: 'taste',
    file: 'taste.ts',
    args: ['--every', '4'],
    needsData: true,
    shown: [
      {
        titles: ['OASIS photographs', 'OASIS: the contrarian ('],
        rows: ['the prior alone', 'the whole model'],
        columns: ['10 labels', '30 labels', '60 labels'],
      },
    ],
  },
  {
    id: 'taught',
    file: 'taught.ts',
    needsData: true,
    shown: [
      {
        titles: ['A taste for'],
        rows: ['ridge on attributes', 'aesthetics', 'likeness'],
        columns: ['3 + 3', '8 + 8', '16 + 16', '8 good'],
      },
    ],
  },
  { id: 'honesty', file: 'honesty.ts', needsData: true },
  { id: 'advice', file: 'advice.ts', needsData: true },
  { id: 'problems', file: 'problems.ts', needsData: true },
  { id: 'reward', file: 'reward.ts', needsData: true },
  { id: 'action', file: 'action.ts', needsData: true },
  {
    id: 'regions',
    file: 'regions.ts',
    needsData: true,
  },
  {
    id: 'likeness',
    file: 'likeness.ts',
    args: ['--draws', '1'],
    needsData: true,
    shown: [
      {
        titles: ['Fourteen looks', 'Subjects'],
        rows: ['aesthetics', 'cosine to the good centroid', 'likeness'],
        columns: ['3 + 3', '8 + 8', '8 good'],
      },
    ],
  },
  {
    id: 'threshold',
    file: 'threshold.ts',
    args: ['--every', '4'],
    needsData: true,
    shown: [
      {
        titles: ['half of the pictures', 'strict'],
        rows: ['0.5', 'the threshold', 'decisions that are right', 'mean certainty', 'unsure decisions'],
        columns: ['10 labels', '20 labels', '40 labels'],
      },
    ],
  },
  {
    id: 'pooled',
    file: 'teach/pooled.ts',
    args: ['--every', '4'],
    needsData: true,
    shown: [
      {
        titles: ['The person', 'The contrarian'],
        rows: ['alone', 'gain with 20 others'],
        columns: ['2 labels', '10 labels', '30 labels', '60 labels'],
      },
    ],
  },
  {
    id: 'teach',
    file: 'teach.ts',
    args: ['--raters', '35'],
    needsData: true,
    shown: [
      {
        titles: ['comparison, own frames', 'mixed, own frames'],
        rows: ['difference'],
        columns: ['10', '20', '40', '80'],
      },
    ],
  },
  {
    id: 'team',
    file: 'team.ts',
    needsData: true,
    shown: [
      {
        titles: ['The mean rating of the five'],
        rows: ['the team', 'one profile with all labels', 'mean of own profiles', 'the prior alone'],
        columns: ['rank correlation'],
      },
    ],
  },
  { id: 'latency', file: 'teach/latency.ts' },
  { id: 'usability', file: 'usability.ts' },
]
