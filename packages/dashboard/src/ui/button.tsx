import type { ReactNode } from 'react'
import { Button as AriaButton, type ButtonProps } from 'react-aria-components'
import { Link } from 'wouter'
import styles from './button.module.css'

export type ButtonLook = 'primary' | 'plain' | 'quiet' | 'danger'

interface Props extends Omit<ButtonProps, 'className'> {
  readonly look?: ButtonLook
}

/**
 * While pending, it ignores presses and keeps the focus. React Aria's own `isPending` would announce a progress bar
 * that does not exist.
 */
export function Button({ look = 'plain', isPending = false, onPress, type = 'button', ...props }: Props) {
  return (
    <AriaButton
      {...props}
      {...(onPress && !isPending && { onPress })}
      type={isPending ? 'button' : type}
      data-pending={isPending || undefined}
      className={`${styles.button} ${styles[look]}`}
    />
  )
}

interface LinkProps {
  readonly to: string
  readonly look?: ButtonLook
  readonly children: ReactNode
}

/** A link styled as a button. */
export function ButtonLink({ to, look = 'plain', children }: LinkProps) {
  return (
    <Link href={to} className={`${styles.button} ${styles[look]}`}>
      {children}
    </Link>
  )
}
