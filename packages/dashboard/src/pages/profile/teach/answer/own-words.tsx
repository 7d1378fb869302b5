import { useState } from 'react'
import { Form } from 'react-aria-components'
import { Button } from '../../../../ui/button.tsx'
import { TextField } from '../../../../ui/forms/fields.tsx'
import styles from '../teach.module.css'

interface Props {
  readonly isDisabled: boolean
  /** Returns whether it was accepted. If not, what was typed stays. */
  readonly onSay: (words: string) => boolean
}

/** Free text beyond the questions. */
export function OwnWords({ isDisabled, onSay }: Props) {
  const [words, setWords] = useState('')
  return (
    <Form
      className={styles.card ?? ''}
      onSubmit={(event) => {
        event.preventDefault()
        if (words.trim() !== '' && onSay(words.trim())) setWords('')
      }}
    >
      <h2>Something else?</h2>
      <TextField
        label="How should it look?"
        rows={3}
        value={words}
        onChange={setWords}
        placeholder="Calm, with one strong colour, never cluttered"
      />
      <div>
        <Button type="submit" isDisabled={isDisabled || words.trim() === ''}>
          Add
        </Button>
      </div>
    </Form>
  )
}
