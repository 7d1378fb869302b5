import type { ReactNode } from 'react'
import { Form as AriaForm } from 'react-aria-components'
import styles from './form.module.css'

/** Fields under each other. Enter submits it; the page stays. */
export function Form({ onSubmit, children }: { readonly onSubmit: () => void; readonly children: ReactNode }) {
  return (
    <AriaForm
      className={styles.form ?? ''}
      onSubmit={(event) => {
        event.preventDefault()
        // A dialog is a child of the page it was opened from, also for events.
        event.stopPropagation()
        onSubmit()
      }}
    >
      {children}
    </AriaForm>
  )
}
