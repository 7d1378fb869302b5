import { sql } from 'kysely'
import { Gauge } from 'prom-client'
import type { Services } from '../services.ts'

/** What only the store knows, asked for when somebody looks. */
export function addGauges({ store, clock, metrics }: Pick<Services, 'store' | 'clock' | 'metrics'>): void {
  const oldest = new Gauge({
    name: 'palate_webhook_oldest_undelivered_seconds',
    help: 'Age of the oldest event that a webhook has yet to get; 0 when there is none',
    registers: [metrics.registry],
    collect: async () => {
      const row = await store.watch
        .selectFrom('deliveries')
        .select((eb) => eb.fn.min('created_at').as('since'))
        .where('due_at', 'is not', null)
        .executeTakeFirst()
      oldest.set(row?.since ? Math.max(0, clock().getTime() - Date.parse(row.since)) / 1000 : 0)
    },
  })
  const dead = new Gauge({
    name: 'palate_webhook_dead_letters',
    help: 'Deliveries that were given up and are kept',
    registers: [metrics.registry],
    collect: async () => {
      const row = await store.watch
        .selectFrom('deliveries')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('status', '=', sql.lit('dead'))
        .executeTakeFirst()
      dead.set(row?.count ?? 0)
    },
  })
}
