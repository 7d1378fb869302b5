import type { ReactNode } from 'react'
import { Form as AriaForm } from 'react-aria-components'
import styles from './form.module.css'

/** Stacked fields. Enter submits the form without leaving the page. */
export function Form({ onSubmit, children }: { readonly onSubmit: () => void; readonly children: ReactNode }) {
  return (
    <AriaForm
      className={styles.form ?? ''}
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
