import type { BoardSummary } from '../boards/schema.ts'
import { pictureName } from '../frames/picture-name.ts'
import { describeReasons, sentenceOf } from '../report/reasons.ts'
import type { Brief } from '../taste/brief/brief-schema.ts'
import type { FrameScore } from '../taste/scoring-schema.ts'

/** What a share shows, as it was when it was created. Stored as JSON. */
export type ShareContent = OverviewContent | ResultContent | BoardContent

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

/** Pictures in the order of a board. They have no scores. */
export interface BoardContent {
  readonly kind: 'board'
  readonly profile: string
  readonly layout: BoardSummary['layout']
  readonly pictures: readonly ContentPicture[]
}

export interface ContentPicture {
  readonly name: string
  /** Null if the picture could not be read. */
  readonly contentHash: string | null
  /** The frame of the library. Addresses are not kept: one with a signature would outlive the share. */
  readonly url?: string
  readonly label?: 'good' | 'bad'
  readonly score?: number
  /** Why it has this score, or why it has none. */
  readonly why?: string
}

/** The content without a picture that was erased. Its place stays, because answers name places. */
export function withoutPicture(content: ShareContent, contentHash: string): ShareContent {
  const pictures = content.pictures.map((picture) =>
    picture.contentHash === contentHash ? { name: 'Deleted picture', contentHash: null } : picture,
  )
  return { ...content, pictures }
}

export function overviewContent({ name, summary, aim, avoid, palette, predicts, examples }: Brief): OverviewContent {
  const labelled = (label: 'good' | 'bad') =>
    examples[label].map((example, i) => ({
      name: pictureName(example.name ?? `${label === 'good' ? 'Liked' : 'Disliked'} picture ${i + 1}`),
      contentHash: example.thumbnail.split('/').at(-1) ?? null,
      label,
    }))
  const pictures = [...labelled('good'), ...labelled('bad')]
  return { kind: 'overview', profile: name, summary, aim, avoid, palette, predicts, pictures }
}

/** What is said to the owner of a taste, as it is said to a client. */
export function clientText(text: string): string {
  return ownerWords.reduce((said, [pattern, words]) => said.replaceAll(pattern, words), text)
}

/** Not every "you": a name or an answer in the text keeps its words. */
const ownerWords: readonly (readonly [RegExp, string])[] = [
  [/\b([Ss]imilar to what) you (preferred|rejected)\b/g, '$1 was $2'],
  [/\bwhich you tend to (prefer|reject)\b/g, 'which this taste tends to $1'],
  [/\b([Mm])atch(es)? your wish\b/g, '$1atch$2 a wish'],
  [/\byour good exemplars\b/g, 'the good examples'],
  [/\bIt seems to be about ([^:]+): you like /g, 'It seems to be about $1: this taste likes '],
]

/** A frame that was scored for a share: `thumbnail_url` is its content hash. */
export interface ScoredForShare {
  readonly name: string
  readonly url?: string | undefined
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

function pictureOf({ name, score, url }: ScoredForShare, dimension: string): ContentPicture {
  const value = score[dimension]
  const contentHash = score.thumbnail_url ?? null
  const picture = { name, contentHash, ...(url !== undefined && contentHash !== null && { url }) }
  if (typeof value !== 'number') return { ...picture, why: 'This picture could not be scored.' }
  const why = sentenceOf(describeReasons(score.details?.[dimension]))
  return { ...picture, score: value, ...(why !== undefined && { why }) }
}
