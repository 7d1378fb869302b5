import { type ReactNode, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import styles from './diff.module.css'

/** Number of items shown before "Show all". */
const shownMax = 48

/** The elements of one kind of change under a heading with their number; nothing if there are none. */
export function ChangeGroup<Item>({
  title,
  items,
  children,
}: {
  readonly title: string
  readonly items: readonly Item[]
  readonly children: (items: readonly Item[]) => ReactNode
}) {
  const [showsAll, setShowsAll] = useState(false)
  if (items.length === 0) return null
  const shown = showsAll ? items : items.slice(0, shownMax)
  return (
    <section className={styles.group}>
      <h3>
        {title} <span className={styles.count}>{items.length}</span>
      </h3>
      {children(shown)}
      {shown.length < items.length ? (
        <div>
          <Button onPress={() => setShowsAll(true)}>{`Show all ${items.length}`}</Button>
        </div>
      ) : null}
    </section>
  )
}
