import type { FrameError } from '@palate/client'
import { Button } from '../../../ui/button.tsx'
import { counted } from '../../../ui/format.ts'
import { Card } from '../../../ui/layout/page.tsx'
import styles from './score.module.css'
import type { ScoreItem } from './score-items.ts'

interface Props {
  readonly failures: readonly { readonly item: ScoreItem; readonly error: FrameError }[]
  readonly onRetry: (items: readonly ScoreItem[]) => void
}

const shownMax = 100

/** Pictures without a score, and why. */
export function Failures({ failures, onRetry }: Props) {
  if (failures.length === 0) return null
  const again = failures.filter(({ error }) => error.retryable).map(({ item }) => item)
  return (
    <Card
      title={`${counted(failures.length, 'picture')} could not be scored`}
      actions={
        again.length > 0 ? <Button onPress={() => onRetry(again)}>Try {String(again.length)} again</Button> : null
      }
    >
      <ul className={styles.failures}>
        {failures.slice(0, shownMax).map(({ item, error }) => (
          <li key={item.key}>
            <strong>{item.fileName}</strong> <span className={styles.soft}>{error.message}</span>
          </li>
        ))}
      </ul>
      {failures.length > shownMax ? (
        <p className={styles.soft}>And {String(failures.length - shownMax)} more.</p>
      ) : null}
    </Card>
  )
}
