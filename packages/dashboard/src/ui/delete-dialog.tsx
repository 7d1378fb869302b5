import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'
import { TextField } from './fields.tsx'
import { Form } from './form.tsx'
import { ErrorNote } from './states.tsx'

interface Props {
  readonly title: string
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onConfirm: () => void
  /** What its button says. */
  readonly action: string
  /** Where given, it must be typed first. */
  readonly name?: string
  readonly isPending: boolean
  readonly error: unknown
  /** What is lost. */
  readonly children: ReactNode
}

/** Asks before something is gone for good. */
export function DeleteDialog({ title, isOpen, onClose, children, ...props }: Props) {
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose}>
      {children}
      <Confirmation onClose={onClose} {...props} />
    </Dialog>
  )
}

function Confirmation({
  name,
  action,
  isPending,
  error,
  onClose,
  onConfirm,
}: Omit<Props, 'title' | 'isOpen' | 'children'>) {
  const [typed, setTyped] = useState('')
  const isSure = name === undefined || typed.trim() === name
  return (
    <Form
      onSubmit={() => {
        if (isSure) onConfirm()
      }}
    >
      {name === undefined ? null : (
        <TextField label={`Type “${name}” to confirm`} value={typed} onChange={setTyped} autoComplete="off" autoFocus />
      )}
      <ErrorNote error={error} />
      <DialogActions>
        <Button onPress={onClose}>Cancel</Button>
        <Button look="danger" type="submit" isDisabled={!isSure} isPending={isPending}>
          {action}
        </Button>
      </DialogActions>
    </Form>
  )
}
