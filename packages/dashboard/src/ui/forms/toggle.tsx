import type { ReactNode } from 'react'
import { Switch, type SwitchProps } from 'react-aria-components'
import styles from './toggle.module.css'

/** A switch that takes effect immediately. */
export function Toggle({
  children,
  ...props
}: Omit<SwitchProps, 'className' | 'children'> & { readonly children: ReactNode }) {
  return (
    <Switch {...props} className={styles.toggle ?? ''}>
      <span className={styles.track} aria-hidden="true" />
      {children}
    </Switch>
  )
}
