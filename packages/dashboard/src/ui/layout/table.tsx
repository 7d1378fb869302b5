import type { ReactNode } from 'react'
import styles from './table.module.css'

interface Props {
  /** Name of the table, for screen readers. */
  readonly label: string
  readonly columns: readonly string[]
  /** Rows of <td>. */
  readonly children: ReactNode
}

/** A table that scrolls sideways in a narrow window. */
export function Table({ label, columns, children }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to focus the scroll container.
    <section className={styles.scroll} aria-label={label} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  )
}
