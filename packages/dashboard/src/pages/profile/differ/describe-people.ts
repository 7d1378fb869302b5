import type { PersonTaste } from '@palate/client'
import { counted, listed, percent } from '../../../ui/format.ts'

export function describeJudgements({
  judgements: { labels, comparisons, questions },
}: Pick<PersonTaste, 'judgements'>): string {
  const judged = [
    ...(labels > 0 ? [counted(labels, 'picture')] : []),
    ...(comparisons > 0 ? [counted(comparisons, 'pair')] : []),
  ]
  const parts = [
    ...(judged.length > 0 ? [`judged ${listed(judged)}`] : []),
    ...(questions > 0 ? [`answered ${counted(questions, 'question')}`] : []),
  ]
  return `Has ${parts.join(', and ') || 'judged nothing'}`
}

/** What there is enough to tell. */
export function describePerson({
  agreement: { team, self },
  differs,
}: Pick<PersonTaste, 'agreement' | 'differs'>): string {
  const sentences = [
    team === null ? '' : `Agrees with the others on ${percent(team)}.`,
    differs.length === 0 ? '' : `Likes it ${listed(differs)} than the rest of the team.`,
    self === null ? '' : `Judges the same again ${percent(self)} of the time.`,
  ]
  return sentences.filter((sentence) => sentence !== '').join(' ')
}
