import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { DialogActions } from './dialog.tsx'
import { Secret } from './secret.tsx'

interface Props {
  /** What it is, such as "the key". */
  readonly label: string
  /** Undefined if the response that had it was lost. */
  readonly secret: string | undefined
  readonly onClose: () => void
  /** Why it must be copied now. */
  readonly children: ReactNode
}

/** A secret that was just created. It is shown only once. */
export function OneTimeSecret({ label, secret, onClose, children }: Props) {
  return (
    <>
      <p>{children}</p>
      {secret === undefined ? null : <Secret label={label} value={secret} />}
      <DialogActions>
        <Button look="primary" onPress={onClose}>
          Done
        </Button>
      </DialogActions>
    </>
  )
}
