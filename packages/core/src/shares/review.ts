import { Fault, invalidAt } from '../fault.ts'
import { utf8Length } from '../generic/bytes.ts'
import { commentText, type NewAnswer, nameText, tooManyAnswers, tooManyComments } from './answers.ts'
import * as limits from './limits.ts'
import type { NewReview, Reviewer, ShareAnswer } from './schema.ts'

/** What is known when a reviewer saves something. */
export interface ReviewState {
  readonly pictureCount: number
  /** Undefined at the first time. */
  readonly reviewer: Reviewer | undefined
  readonly reviewerCount: number
  /** What the reviewer decided and said about the picture, or about the whole result. Oldest first. */
  readonly own: readonly Pick<ShareAnswer, 'decision' | 'comment' | 'pin'>[]
}

export interface ReviewChange {
  readonly reviewer: Reviewer
  readonly answers: readonly NewAnswer[]
  /** The reviewer says so now, and has not within the last minute. */
  readonly isCompleted: boolean
}

/** What a save changes. Repeating it adds nothing. Throws a Fault if it is not acceptable. */
export function decideReview(review: NewReview, id: string, state: ReviewState, now: string): ReviewChange {
  const picture = review.picture ?? null
  if (picture !== null && picture >= state.pictureCount) throw invalidAt('/picture', 'there is no such picture')
  if (picture === null && review.decision !== undefined) throw invalidAt('/decision', 'needs a picture')
  if (review.pin && (picture === null || review.comment === undefined)) {
    throw invalidAt('/pin', 'needs a picture and a comment')
  }
  if (!state.reviewer && state.reviewerCount >= limits.reviewersPerShareMax) throw tooManyAnswers()
  const name = nameText(review.name) ?? state.reviewer?.name
  const completedAt = completionOf(review, state.reviewer, now)
  const reviewer: Reviewer = {
    id,
    ...(name && { name }),
    joinedAt: state.reviewer?.joinedAt ?? now,
    ...(completedAt && { completedAt }),
  }
  const isCompleted = completedAt !== undefined && completedAt !== state.reviewer?.completedAt
  return { reviewer, answers: answersOf(review, picture, id, state.own), isCompleted }
}

/** What a share holds, without the decision that is replaced. */
export interface AnswerCounts {
  readonly total: number
  readonly own: number
  readonly commentBytes: number
}

export function refuseFull({ total, own, commentBytes }: AnswerCounts, answers: readonly NewAnswer[]): void {
  if (total + answers.length > limits.answersPerShareMax) throw tooManyAnswers()
  if (own + answers.length > limits.answersPerReviewerMax) throw tooManyAnswers()
  const added = answers.reduce((sum, { comment = '' }) => sum + utf8Length(comment), 0)
  if (added > 0 && commentBytes + added > limits.commentBytesPerShareMax) throw tooManyComments()
}

/** Throws a Fault if a reviewer, or all of a share, have saved too often in this minute. */
export function refuseTooOften(ofReviewer: number, ofShare: number): void {
  if (ofReviewer <= limits.reviewsPerReviewerPerMinuteMax && ofShare <= limits.reviewsPerMinuteMax) return
  const headers = { 'retry-after': '60' }
  throw new Fault('rate_limited', 'Answers were sent too often. Wait a minute, then send yours again.', { headers })
}

function answersOf(
  review: NewReview,
  picture: number | null,
  reviewer: string,
  own: ReviewState['own'],
): readonly NewAnswer[] {
  const comment = commentText(review.comment)
  const { decision = 'undecided' } = own.findLast((answer) => answer.decision !== undefined) ?? {}
  const said = JSON.stringify([comment, review.pin])
  const isNew = comment !== undefined && !own.some((answer) => JSON.stringify([answer.comment, answer.pin]) === said)
  return [
    ...(review.decision !== undefined && review.decision !== decision
      ? [{ picture, reviewer, decision: review.decision }]
      : []),
    ...(isNew ? [{ picture, reviewer, comment, ...(review.pin && { pin: review.pin }) }] : []),
  ]
}

/** Whoever says so twice in a short time is done since the first time. */
function completionOf({ isDone }: NewReview, reviewer: Reviewer | undefined, now: string): string | undefined {
  if (isDone === undefined) return reviewer?.completedAt
  if (!isDone) return undefined
  const before = reviewer?.completedAt
  return before !== undefined && Date.parse(before) + limits.reportEveryMs > Date.parse(now) ? before : now
}
