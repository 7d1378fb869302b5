import type { NewEvent } from '../webhooks/events.ts'
import { countOutcomes, votesOn } from './answers.ts'
import { reportEveryMs } from './limits.ts'
import type { Reviewer, Share, ShareAnswer } from './schema.ts'

type Shared = Pick<Share, 'id' | 'projectId' | 'profileId' | 'title' | 'pictureCount'>

/** When answers that come now are reported: at once, or a while after the last report. */
export function reportTime(reportedAt: string | null, now: string): string {
  const next = reportedAt === null ? now : later(reportedAt, reportEveryMs)
  return next > now ? next : now
}

/** The time of an answer: after the last report, so that the next one counts it. */
export function answerTime(reportedAt: string | null, now: string): string {
  return reportedAt === null || reportedAt < now ? now : later(reportedAt, 1)
}

/** What visitors answered since the last report. Undefined if nothing is new. */
export function answeredEvent(
  share: Shared,
  answers: readonly ShareAnswer[],
  reportedAt: string | null,
): (NewEvent & { readonly data: { readonly lastAnswerAt: string } }) | undefined {
  const times = answers.map(({ at }) => at).filter((at) => reportedAt === null || at > reportedAt)
  const lastAnswerAt = times.toSorted().at(-1)
  if (lastAnswerAt === undefined) return undefined
  const counts = countOutcomes(share.pictureCount, votesOn(answers))
  const data = { ...namesOf(share), newAnswers: times.length, counts, lastAnswerAt }
  return { type: 'share.answered', ...placeOf(share), data }
}

/** A visitor is done. `own` are the visitor's answers. */
export function completedEvent(
  share: Shared,
  { id, name }: Pick<Reviewer, 'id' | 'name'>,
  own: readonly ShareAnswer[],
  completedAt: string,
): NewEvent {
  const { split: _, ...counts } = countOutcomes(share.pictureCount, votesOn(own))
  const data = { ...namesOf(share), reviewer: { id, ...(name && { name }) }, counts, completedAt }
  return { type: 'share.completed', ...placeOf(share), data }
}

function placeOf({ projectId, profileId }: Shared) {
  return { projectId, profileId }
}

function namesOf({ id, profileId, title }: Shared) {
  return { shareId: id, profileId, title }
}

function later(time: string, ms: number): string {
  return new Date(Date.parse(time) + ms).toISOString()
}
