import { Label, ProgressBar } from 'react-aria-components'
import { Button } from '../../../ui/button.tsx'
import { counted } from '../../../ui/format.ts'
import styles from './score.module.css'
import type { Progress } from './scoring/use-scoring.ts'

interface Props {
  readonly progress: Progress | undefined
  readonly onStop: () => void
  /** How many were unscored when it was stopped. */
  readonly left: number
  readonly onGoOn: () => void
}

/** How many are scored, how fast, and the remaining time. */
export function ScoreProgress({ progress, onStop, left, onGoOn }: Props) {
  if (!progress && left === 0) return null
  if (!progress) {
    return (
      <div className={styles.stopped} role="status">
        <span>Stopped. {counted(left, 'picture was', 'pictures were')} not scored.</span>
        <Button onPress={onGoOn}>Score the remaining pictures</Button>
      </div>
    )
  }
  const { completed, total } = progress
  return (
    <div className={styles.progress}>
      <ProgressBar className={styles.progressBar ?? ''} value={completed} maxValue={total}>
        <Label>{describeProgress(progress, Date.now())}</Label>
        <div className={styles.track}>
          <div className={styles.fill} style={{ inlineSize: `${(100 * completed) / total}%` }} />
        </div>
      </ProgressBar>
      <Button look="quiet" onPress={onStop}>
        Stop
      </Button>
    </div>
  )
}

export function describeProgress({ completed, total, startedAt }: Progress, now: number): string {
  const seconds = (now - startedAt) / 1000
  const text = `Scored ${completed} of ${total}`
  if (completed === 0 || completed === total || seconds < 1) return text
  const left = Math.ceil(((total - completed) * seconds) / completed)
  return `${text} · ${(completed / seconds).toFixed(1)} a second · ${left < 90 ? `${left} s` : `${Math.round(left / 60)} min`} left`
}
