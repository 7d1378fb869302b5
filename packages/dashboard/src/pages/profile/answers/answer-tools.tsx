import type { Constraint } from '@palate/client'
import { useState } from 'react'
import { useMay } from '../../../api/session.ts'
import { addition, removal } from '../../../judgements/judgement.ts'
import { useJudgements } from '../../../judgements/use-judgements.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog.tsx'
import { TextField } from '../../../ui/forms/fields.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { questionOf, textOf } from '../diff/describe-elements.ts'

interface Props {
  readonly profileId: string
  readonly constraint: Constraint
}

/** Changes or removes an answer, committed or not. */
export function AnswerTools({ profileId, constraint }: Props) {
  const mayTeach = useMay('teach', 'write')
  const { queue } = useJudgements(profileId)
  const [isOpen, setOpen] = useState(false)
  if (!mayTeach) return null
  const name = `${questionOf(constraint)} ${textOf(constraint.answer)}`
  return (
    <>
      <Button look="quiet" aria-label={`Change: ${name}`} onPress={() => setOpen(true)}>
        Change
      </Button>
      <Button
        look="quiet"
        aria-label={`Remove: ${name}`}
        onPress={() => queue.add(removal(constraint.id == null ? [] : [constraint.id]))}
      >
        Remove
      </Button>
      <Dialog title={questionOf(constraint)} isOpen={isOpen} onClose={() => setOpen(false)}>
        <AnswerForm
          answer={textOf(constraint.answer)}
          onCancel={() => setOpen(false)}
          onSave={(answer) => {
            queue.add(addition({ constraints: [changedAnswer(constraint, { answer })] }))
            setOpen(false)
          }}
        />
      </Dialog>
    </>
  )
}

interface FormProps {
  readonly answer: string
  readonly onSave: (answer: string) => void
  readonly onCancel: () => void
}

export function AnswerForm({ answer, onSave, onCancel }: FormProps) {
  const [words, setWords] = useState(answer)
  const isReady = words.trim() !== ''
  return (
    <Form
      onSubmit={() => {
        if (isReady) onSave(words.trim())
      }}
    >
      <TextField label="Answer" value={words} onChange={setWords} />
      <DialogActions>
        <Button onPress={onCancel}>Cancel</Button>
        <Button look="primary" type="submit" isDisabled={!isReady}>
          Save
        </Button>
      </DialogActions>
    </Form>
  )
}

/**
 * An answer to a question replaces the person's earlier one, and stands beside those of others. Text without a question is
 * replaced by its id.
 */
export function changedAnswer({ id, by: _, ...constraint }: Constraint, to: Partial<Constraint>): Constraint {
  const isAnswer = constraint.questionId != null || constraint.question != null
  return { ...constraint, ...(!isAnswer && { id }), ...to }
}
