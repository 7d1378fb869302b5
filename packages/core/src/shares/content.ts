import { describeReasons, sentenceOf } from '../report/reasons.ts'
import type { Brief } from '../taste/brief/brief-schema.ts'
import type { FrameScore } from '../taste/scoring-schema.ts'

/** What a share shows, as it was when it was created. Stored as JSON. */
export type ShareContent = OverviewContent | ResultContent

export interface OverviewContent {
  readonly kind: 'overview'
  readonly profile: string
  readonly summary: string
  readonly aim: readonly string[]
  readonly avoid: readonly string[]
  readonly palette: Brief['palette']
  readonly predicts: Brief['predicts']
  readonly pictures: readonly ContentPicture[]
}

export interface ResultContent {
  readonly kind: 'result'
  readonly profile: string
  readonly dimension: string
  readonly threshold?: number
  readonly pictures: readonly ContentPicture[]
}

export interface ContentPicture {
  readonly name: string
  /** Null if the picture could not be read. */
  readonly contentHash: string | null
  readonly label?: 'good' | 'bad'
  readonly score?: number
  /** Why it has this score, or why it has none. */
  readonly why?: string
}

export function overviewContent({ name, summary, aim, avoid, palette, predicts, examples }: Brief): OverviewContent {
  const labelled = (label: 'good' | 'bad') =>
    examples[label].map((example, i) => ({
      name: example.name ?? `${label === 'good' ? 'Liked' : 'Disliked'} picture ${i + 1}`,
      contentHash: example.thumbnail.split('/').at(-1) ?? null,
      label,
    }))
  const pictures = [...labelled('good'), ...labelled('bad')]
  return { kind: 'overview', profile: name, summary, aim, avoid, palette, predicts, pictures }
}

/** A frame that was scored for a share: `thumbnail_url` is its content hash. */
export interface ScoredForShare {
  readonly name: string
  readonly score: FrameScore
}

/** Best first; pictures without a score last. */
export function resultContent(
  described: { readonly profile: string; readonly dimension: string; readonly threshold?: number | undefined },
  scored: readonly ScoredForShare[],
): ResultContent {
  const { profile, dimension, threshold } = described
  const pictures = scored.map((one) => pictureOf(one, dimension)).toSorted((a, b) => (b.score ?? -1) - (a.score ?? -1))
  return { kind: 'result', profile, dimension, ...(threshold !== undefined && { threshold }), pictures }
}

function pictureOf({ name, score }: ScoredForShare, dimension: string): ContentPicture {
  const value = score[dimension]
  const contentHash = score.thumbnail_url ?? null
  if (typeof value !== 'number') return { name, contentHash, why: 'This picture could not be scored.' }
  const why = sentenceOf(describeReasons(score.details?.[dimension]))
  return { name, contentHash, score: value, ...(why !== undefined && { why }) }
}
