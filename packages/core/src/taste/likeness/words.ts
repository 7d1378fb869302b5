import type { Likeness, ViewLikeness } from './likeness.ts'
import type { ViewName } from './same-source.ts'

const wordsOf: Readonly<Record<ViewName, { readonly by: string; readonly shared: string }>> = {
  look: { by: 'light, colour and texture', shared: 'light, colour or texture' },
  content: { by: 'subject', shared: 'subject' },
}

/** A view with a smaller share says almost nothing about a picture. */
const shareMin = 0.1
/** Log odds closer to 0 are undecided: probabilities of 0.4 to 0.6. */
const decidedMin = 0.4

/** Describes how a picture compares with the good exemplars. */
export function describeLikeness(views: readonly ViewLikeness[], { sources }: Likeness): string {
  if (!sources.some(({ count }) => count > 0)) return 'There is no good exemplar to compare it with.'
  const counting = views.filter(({ share }) => share >= shareMin)
  const idle = views.filter(({ share }) => share < shareMin).map(({ view }) => wordsOf[view].shared)
  const verdicts = counting.map(
    ({ view, logOdds }) => `in ${wordsOf[view].by}, it ${verdictOf(logOdds)} your good exemplars`,
  )
  const rest = idle.length > 0 ? [`your good exemplars have no ${idle.join(' and no ')} in common`] : []
  const sentence = [...verdicts, ...rest].join('; ')
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`
}

/** The same for one view. */
export function describeView(view: ViewName, logOdds: number): string {
  return `In ${wordsOf[view].by}, it ${verdictOf(logOdds)} your good exemplars`
}

function verdictOf(logOdds: number): string {
  if (Math.abs(logOdds) < decidedMin) return 'may or may not resemble'
  return logOdds > 0 ? 'resembles' : 'does not resemble'
}
