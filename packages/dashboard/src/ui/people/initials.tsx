import { initialsOf } from '@palate/core/people/initials.ts'
import styles from './initials.module.css'
import { colourOf } from './initials-of.ts'

interface Props {
  readonly id: string
  readonly name: string
  /** The name is beside it, so screen readers need not hear it twice. */
  readonly isNamed?: boolean
  readonly size?: 'small' | 'normal'
}

/** A person as initials on a colour of their own, which the id decides. */
export function Initials({ id, name, isNamed = false, size = 'normal' }: Props) {
  const role = isNamed ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name, title: name }
  return (
    <span {...role} className={styles.initials} data-colour={colourOf(id)} data-size={size}>
      {initialsOf(name)}
    </span>
  )
}
