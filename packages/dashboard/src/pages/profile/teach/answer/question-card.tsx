import { useRef, useState } from 'react'
import { Form } from 'react-aria-components'
import { usePreferences } from '../../../../state/preferences.ts'
import { Button } from '../../../../ui/button.tsx'
import { TextField } from '../../../../ui/forms/fields.tsx'
import { Kbd } from '../../../../ui/kbd.tsx'
import { ActionButton } from '../action-button.tsx'
import { useDigits, useKeys } from '../keys/use-keys.ts'
import teachStyles from '../teach.module.css'
import styles from './answer.module.css'
import type { Question } from './question.ts'

interface Props {
  readonly question: Question
  /** Returns whether it was accepted. If not, what was typed stays. */
  readonly onAnswer: (words: string) => boolean
  readonly onSkip: () => void
  readonly onTakeBack?: () => void
}

/** One question: a digit key picks a quick answer, or type a free one. */
export function QuestionCard({ question, onAnswer, onSkip, onTakeBack }: Props) {
  const [{ shortcuts }] = usePreferences()
  const [words, setWords] = useState('')
  const card = useRef<HTMLElement>(null)
  useDigits((digit) => {
    const answer = question.answers[digit - 1]
    if (answer !== undefined) onAnswer(answer)
  })
  useKeys({ skip: onSkip, ...(onTakeBack && { back: onTakeBack }) })
  return (
    <section ref={card} className={teachStyles.card} aria-labelledby="question">
      <p className={styles.category}>{question.category}</p>
      <h2 id="question" className={styles.question}>
        {question.question}
      </h2>
      <ul className={styles.answers}>
        {question.answers.map((answer, i) => (
          <li key={answer}>
            <Button onPress={() => onAnswer(answer)}>
              {shortcuts && i < 9 ? <Kbd>{String(i + 1)}</Kbd> : null}
              {answer}
            </Button>
          </li>
        ))}
      </ul>
      <Form
        className={styles.free ?? ''}
        onSubmit={(event) => {
          event.preventDefault()
          if (words.trim() !== '' && onAnswer(words.trim())) setWords('')
        }}
      >
        <TextField label="Or in your own words" value={words} onChange={setWords} />
        <Button type="submit" look="primary" isDisabled={words.trim() === ''}>
          Answer
        </Button>
      </Form>
      <p className={styles.reason}>{question.reason}</p>
      <div className={`${teachStyles.actions} ${teachStyles.actionsStart}`}>
        <ActionButton action="skip" label="Skip" onPress={onSkip} />
        <ActionButton action="back" label="Undo" onPress={onTakeBack} />
      </div>
    </section>
  )
}
