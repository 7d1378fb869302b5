import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { DialogActions } from './dialog.tsx'
import { ErrorNote } from './states.tsx'

interface Props {
  readonly error: unknown
  readonly onCancel: () => void
  readonly look?: 'primary' | 'danger'
  readonly isPending: boolean
  readonly isDisabled?: boolean
  /** What its button says. */
  readonly children: ReactNode
}

/** The end of a form in a dialog: what went wrong, and the buttons that leave or send it. */
export function FormEnd({ error, onCancel, look = 'primary', isPending, isDisabled = false, children }: Props) {
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
