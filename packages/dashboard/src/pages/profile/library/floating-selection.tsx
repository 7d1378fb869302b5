import type { ReactNode } from 'react'
import { useTray } from '../../../state/tray.ts'
import { Button } from '../../../ui/button.tsx'
import styles from './library.module.css'

interface Props {
  readonly projectId: string
  readonly count: number
  readonly onClear: () => void
  /** What can be done with the pictures. */
  readonly children: ReactNode
}

/** Floats above the page, so that nothing moves when it appears. */
export function FloatingSelection({ projectId, count, onClear, children }: Props) {
  const hasTray = useTray(projectId).length > 0
  return (
    <section className={styles.selection} data-above-tray={hasTray || undefined} aria-label="Selected pictures">
      <strong>{count.toLocaleString('en')} selected</strong>
      {children}
      <Button look="quiet" onPress={onClear}>
        Clear
      </Button>
    </section>
  )
}
