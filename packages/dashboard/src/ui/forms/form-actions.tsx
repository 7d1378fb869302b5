import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { DialogActions } from '../dialogs/dialog.tsx'
import { ErrorNote } from '../states.tsx'

interface Props {
  readonly error: unknown
  readonly onCancel: () => void
  readonly look?: 'primary' | 'danger'
  readonly isPending: boolean
  readonly isDisabled?: boolean
  /** The label of the submit button. */
  readonly children: ReactNode
}

/** The error of a form in a dialog, and the buttons that cancel or submit it. */
export function FormActions({ error, onCancel, look = 'primary', isPending, isDisabled = false, children }: Props) {
  return (
    <>
      <ErrorNote error={error} />
      <DialogActions>
        <Button onPress={onCancel}>Cancel</Button>
        <Button look={look} type="submit" isPending={isPending} isDisabled={isDisabled}>
          {children}
        </Button>
      </DialogActions>
    </>
  )
}
