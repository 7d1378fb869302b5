import type { ReactNode } from 'react'
import styles from './table.module.css'

interface Props {
  /** What the table is, for those who do not see it. */
  readonly label: string
  readonly columns: readonly string[]
  /** Rows of <td>. */
  readonly children: ReactNode
}

/** Rows of facts. A narrow window scrolls it sideways rather than squeezing it. */
export function Table({ label, columns, children }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever scrolls with keys must be able to focus what scrolls.
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
