import type { CSSProperties, ReactNode } from 'react'
import styles from './table.module.css'

interface Props {
  /** Name of the table, for screen readers. */
  readonly label: string
  readonly columns: readonly string[]
  /** Rows of <td>. */
  readonly children: ReactNode
}

/** A table. In a narrow window each row is a card: its first cell is the title, the others are named by their column. */
export function Table({ label, columns, children }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to focus the scroll container.
    <section className={styles.scroll} aria-label={label} tabIndex={0}>
      <table className={styles.table} style={namesOf(columns)}>
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

/** The names of the columns as CSS strings, for the cards. */
function namesOf(columns: readonly string[]): CSSProperties {
  return Object.fromEntries(columns.map((column, i) => [`--column-${i + 1}`, JSON.stringify(column)]))
}
