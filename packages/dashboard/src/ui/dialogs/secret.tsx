import { useState } from 'react'
import { Button } from '../button.tsx'
import { copyText } from '../copy-text.ts'
import { Icon } from '../icon.tsx'
import styles from './secret.module.css'

/** A key or secret that is shown only once, with a copy button. */
export function Secret({ label, value }: { readonly label: string; readonly value: string }) {
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
