import { type ReactNode, useState } from 'react'
import { Button } from '../button.tsx'
import { copyText } from '../copy-text.ts'
import { Icon } from '../icon.tsx'
import { DialogActions } from './dialog.tsx'
import styles from './secret.module.css'

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

/** A key or secret that is shown only once, with a copy button. */
function Secret({ label, value }: { readonly label: string; readonly value: string }) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle')
  const copy = async () => {
    setState((await copyText(value)) ? 'copied' : 'failed')
  }
  return (
    <div className={styles.secret}>
      <code className={styles.value}>{value}</code>
      <Button onPress={() => void copy()} aria-label={`Copy ${label}`}>
        <Icon name={state === 'copied' ? 'check' : 'copy'} size={16} />
        {state === 'copied' ? 'Copied' : 'Copy'}
      </Button>
      <span role="status" className={styles.note}>
        {state === 'copied' ? <span className="visually-hidden">{label} copied</span> : null}
        {state === 'failed' ? 'The browser did not allow copying. Select the text and copy it.' : null}
      </span>
    </div>
  )
}
