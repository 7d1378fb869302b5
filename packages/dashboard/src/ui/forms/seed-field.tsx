import { describeUnderstanding } from '@palate/core/taste/summary/describe-understanding.ts'
import { understoodAnswers } from '@palate/core/taste/summary/understood-answers.ts'
import { TextField } from './fields.tsx'

interface Props {
  readonly value: string
  readonly onChange: (value: string) => void
}

/** The owner's description of the taste. Shows how it is understood while it is typed. */
export function SeedField({ value, onChange }: Props) {
  const [understood] = understoodAnswers(value, [])
  return (
    <TextField
      label="Describe it in a sentence or two (optional)"
      hint={
        understood
          ? describeUnderstanding(understood)
          : 'Start here: a sentence and six pictures teach more than either alone.'
      }
      placeholder="Calm and warm, with lots of white space. No neon, nothing cluttered."
      value={value}
      onChange={onChange}
      rows={3}
      maxLength={5000}
    />
  )
}
