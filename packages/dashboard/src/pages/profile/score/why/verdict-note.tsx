import type { Verdict } from '@palate/client'
import { suitWords } from '@palate/core/report/verdict-words.ts'
import { percent } from '../../../../ui/format.ts'
import { Badge } from '../../../../ui/layout/page.tsx'
import styles from './why.module.css'

const decisions = {
  pass: { text: 'Passes', tone: 'good' },
  revise: { text: 'Needs work', tone: 'warn' },
  fail: { text: 'Fails', tone: 'bad' },
} as const

/** The verdict at the threshold of the page, which may differ from the profile's own. */
export function decisionAt(score: number, threshold: number | undefined, verdict: Verdict): Verdict['decision'] {
  if (threshold === undefined || threshold === verdict.pass) return verdict.decision
  if (score >= threshold) return 'pass'
  return score < Math.min(verdict.fail, threshold) ? 'fail' : 'revise'
}

interface Props {
  readonly score: number
  readonly threshold: number | undefined
  readonly verdict: Verdict
}

/** Whether the picture passes, how it departs from the profile's taste, and what would help. */
export function VerdictNote({ score, threshold, verdict }: Props) {
  const { text, tone } = decisions[decisionAt(score, threshold, verdict)]
  const isOwn = threshold === undefined || threshold === verdict.pass
  return (
    <>
      <p className={styles.verdict}>
        <Badge tone={tone}>{text}</Badge>
        <span className={styles.soft}>
          {isOwn ? `${capitalised(suitWords(verdict, verdict.decision === 'pass'))} at` : 'At'}{' '}
          {percent(threshold ?? verdict.pass)}
        </span>
      </p>
      <Sentences title="How it differs" sentences={verdict.differences} />
      <Sentences title="What would help" sentences={verdict.suggestions} />
    </>
  )
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function Sentences({ title, sentences }: { readonly title: string; readonly sentences: readonly string[] }) {
  if (sentences.length === 0) return null
  return (
    <div>
      <h3 className={styles.soft}>{title}</h3>
      <ul className={styles.sentences}>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </div>
  )
}
