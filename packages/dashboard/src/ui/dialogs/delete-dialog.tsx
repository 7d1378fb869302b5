import { type ReactNode, useState } from 'react'
import { TextField } from '../forms/fields.tsx'
import { Form } from '../forms/form.tsx'
import { FormActions } from '../forms/form-actions.tsx'
import { Dialog } from './dialog.tsx'

interface Props {
  readonly title: string
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onConfirm: () => void
  /** Label of the button. */
  readonly action: string
  /** If set, it must be typed to confirm. */
  readonly name?: string
  readonly isPending: boolean
  readonly error: unknown
  /** What is lost. */
  readonly children: ReactNode
}

/** Asks for confirmation before a permanent deletion. */
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
      <FormActions error={error} onCancel={onClose} look="danger" isDisabled={!isSure} isPending={isPending}>
        {action}
      </FormActions>
    </Form>
  )
}
