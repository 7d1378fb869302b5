import type { NewAnnotations, Profile, SharedPicture, ShareWithAnswers } from '@palate/client'
import { outcomeOf, type Vote, votesOn } from '@palate/core/shares/answers.ts'
import { elementsNow } from '../uncommitted.ts'

/** A picture on which all reviewers agree, as a judgement. */
export interface TaughtAnswer {
  readonly picture: SharedPicture
  readonly label: 'good' | 'bad'
  /** Who decided so, and on what. */
  readonly quote: string
}

export interface TaughtAnswers {
  readonly answers: readonly TaughtAnswer[]
  /** Pictures that some approve and others reject. They teach nothing. */
  readonly splitCount: number
  /** Pictures that this share has taught already. */
  readonly taughtCount: number
}

/** What the answers to a share would teach that they have not taught yet. */
export function taughtAnswers(share: ShareWithAnswers, profile: Profile): TaughtAnswers {
  const votes = votesOn(share.answers)
  const outcomes = share.pictures.map((picture) => ({ picture, outcome: outcomeOf(votes.get(picture.number)) }))
  const agreed = outcomes.flatMap(({ picture, outcome }) =>
    outcome === undefined || outcome === 'split'
      ? []
      : [answerOf(share.title, picture, votes.get(picture.number) ?? [])],
  )
  const known = taughtBefore(share.id, profile)
  const answers = agreed.filter(({ picture, label }) => !known.has(`${picture.number} ${label}`))
  return {
    answers,
    splitCount: outcomes.filter(({ outcome }) => outcome === 'split').length,
    taughtCount: agreed.length - answers.length,
  }
}

/** The judgement says where it comes from, so that a person can check it before it is saved. */
export function exemplarOf(
  { picture, label, quote }: TaughtAnswer,
  url: string,
  shareId: string,
): NonNullable<NewAnnotations['exemplars']>[number] {
  return { label, url, source: 'share', shareId, sharePicture: picture.number, quote }
}

function answerOf(title: string, picture: SharedPicture, votes: readonly Vote[]): TaughtAnswer {
  const isApproved = votes[0]?.decision === 'approve'
  const names = votes.map(({ name = 'a visitor' }) => name)
  const shown = names.length > namesShownMax ? [...names.slice(0, namesShownMax), 'others'] : names
  const quote = `“${title}”: ${isApproved ? 'approved' : 'rejected'} by ${shown.join(', ')}`
  return { picture, label: isApproved ? 'good' : 'bad', quote }
}

const namesShownMax = 3

function taughtBefore(shareId: string, profile: Profile): ReadonlySet<string> {
  const exemplars = elementsNow(profile, 'exemplars').filter((exemplar) => exemplar.shareId === shareId)
  return new Set(exemplars.map(({ sharePicture, label }) => `${sharePicture} ${label}`))
}
