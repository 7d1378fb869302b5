import type { Verdict } from '@palate/client'
import type { Reason } from '@palate/core/report/reasons.ts'
import { differencesThatMatter, strengthsIn, suitWords } from '@palate/core/report/verdict-words.ts'
import type { ReactNode } from 'react'
import { capitalised, percent } from '../../../../ui/format.ts'
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
  readonly reasons: readonly Reason[]
  /** The judged pictures that it is close to. */
  readonly children: ReactNode
}

/** The decision in words, what the picture is close to, what speaks for it, and the little against it that matters. */
export function VerdictNote({ score, threshold, verdict, reasons, children }: Props) {
  const decision = decisionAt(score, threshold, verdict)
  const { text, tone } = decisions[decision]
  return (
    <>
      <p className={styles.verdict}>
        <Badge tone={tone}>{text}</Badge>
        <strong>{decisionWords(verdict, decision)}</strong>
      </p>
      <p className={styles.soft}>
        {percent(score)}; {percent(threshold ?? verdict.pass)} passes
      </p>
      {children}
      <Sentences title="What speaks for it" sentences={strengthsIn(reasons)} />
      <Sentences title="What speaks against it" sentences={differencesThatMatter({ ...verdict, decision })} />
      <Sentences title="What would help" sentences={decision === 'pass' ? [] : verdict.suggestions} />
    </>
  )
}

/** "Probably suits this taste". Where the page has a threshold of its own, the verdict is not about that one. */
function decisionWords(verdict: Verdict, decision: Verdict['decision']): string {
  if (decision !== verdict.decision) return 'At the threshold of this page'
  const words = suitWords(verdict, decision === 'pass')
  return verdict.unsure ? `It ${words}` : `${capitalised(words)} this taste`
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
