import { Badge, Card } from '../../ui/page.tsx'
import styles from './health.module.css'
import type { Readiness } from './health-data.ts'

export function ReadyCard({ readiness: { isReady, failed } }: { readonly readiness: Readiness }) {
  return (
    <Card title="Service">
      <p role="status">
        <Badge tone={isReady ? 'good' : 'bad'}>{isReady ? 'ready' : 'not ready'}</Badge>
      </p>
      {isReady ? (
        <p className={styles.soft}>The store answers and has room, pictures can be scored, and no work is stuck.</p>
      ) : null}
      <dl className={styles.facts}>
        {Object.entries(failed).map(([name, reason]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{reason}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
