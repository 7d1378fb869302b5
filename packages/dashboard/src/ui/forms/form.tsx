import type { ReactNode } from 'react'
import { Form as AriaForm } from 'react-aria-components'
import styles from './form.module.css'

/** Stacked fields. Enter submits the form without leaving the page. */
export function Form({ onSubmit, children }: { readonly onSubmit: () => void; readonly children: ReactNode }) {
  return (
    <AriaForm
      className={styles.form ?? ''}
      // The service decides what is valid. A browser would not send a field again that the service has refused.
      validationBehavior="aria"
      onSubmit={(event) => {
        event.preventDefault()
        // React events of a dialog bubble to the page that opened it.
        event.stopPropagation()
        onSubmit()
      }}
    >
      {children}
    </AriaForm>
  )
}
