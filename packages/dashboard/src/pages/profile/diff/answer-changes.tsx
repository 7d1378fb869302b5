import type { Constraint, ConstraintDiff } from '@palate/client'
import type { ReactNode } from 'react'
import { AgentNote } from './agent-note.tsx'
import { ChangeGroup } from './change-group.tsx'
import { otherChanges, questionOf, textOf } from './describe-elements.ts'
import styles from './diff.module.css'
import { DiscardButton } from './discard.tsx'

interface Answer {
  readonly element: Constraint
  readonly answer: ReactNode
}

/** Questions with answers that were added, removed or changed. */
export function AnswerChanges({ diff }: { readonly diff: ConstraintDiff }) {
  const groups: ReadonlyArray<readonly [string, readonly Answer[]]> = [
    ['Added', diff.added.map((element) => ({ element, answer: <ins>{textOf(element.answer)}</ins> }))],
    ['Changed', diff.changed.map(({ from, to }) => ({ element: to, answer: <ChangedAnswer from={from} to={to} /> }))],
    ['Removed', diff.removed.map((element) => ({ element, answer: <del>{textOf(element.answer)}</del> }))],
  ]
  return groups.map(([title, answers]) => (
    <ChangeGroup key={title} title={title} items={answers}>
      {(shown) => (
        <dl className={styles.answers}>
          {shown.map(({ element, answer }) => (
            <div key={element.id} className={styles.answer}>
              <dt>{questionOf(element)}</dt>
              <dd>
                {answer}
                <AgentNote element={element} />
                <DiscardButton id={element.id} name={questionOf(element)} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </ChangeGroup>
  ))
}

function ChangedAnswer({ from, to }: { readonly from: Constraint; readonly to: Constraint }) {
  const [was, is] = [textOf(from.answer), textOf(to.answer)]
  const others = otherChanges(from, to, ['id', 'answer', 'source', 'quote'])
  return (
    <>
      {was === is ? is : <del>{was}</del>} {was === is ? null : <ins>{is}</ins>}
      {others.length === 0 ? null : <span className={styles.caption}> {others.join('; ')}</span>}
    </>
  )
}
