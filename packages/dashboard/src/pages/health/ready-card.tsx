import { Badge, Card } from '../../ui/layout/page.tsx'
import styles from './health.module.css'

/** Readiness in one word, and the failing checks. */
export function ReadyCard({ failed }: { readonly failed: Readonly<Record<string, string>> }) {
  const reasons = Object.entries(failed)
  const isReady = reasons.length === 0
  return (
    <Card>
      <p role="status" className={styles.ready}>
        <Badge tone={isReady ? 'good' : 'bad'}>{isReady ? 'ready' : 'not ready'}</Badge>
        <span className={styles.soft}>
          {isReady
            ? 'The store answers and has free space, pictures can be scored, and no work is stuck.'
            : 'Something is wrong. Reads may still work.'}
        </span>
      </p>
      {isReady ? null : (
        <dl className={styles.facts}>
          {reasons.map(([name, reason]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{reason}</dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  )
}
