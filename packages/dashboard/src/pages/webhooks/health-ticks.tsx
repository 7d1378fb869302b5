import type { Delivery } from '@palate/client'
import { deliveryState } from './delivery-labels.ts'
import styles from './webhooks.module.css'

/** A tick for each of the last deliveries, newest on the right. The adjacent text says the same. */
export function HealthTicks({ deliveries }: { readonly deliveries: readonly Delivery[] }) {
  if (deliveries.length === 0) return null
  return (
    <div className={styles.ticks} aria-hidden="true">
      {deliveries.toReversed().map((delivery) => (
        <span key={delivery.id} className={styles.tick} data-status={deliveryState(delivery)} />
      ))}
    </div>
  )
}
