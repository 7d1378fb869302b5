import { sql } from 'kysely'
import { Gauge } from 'prom-client'
import type { Services } from '../services.ts'
import type { Db } from '../store/schema.ts'

/** Gauges that query the store when they are scraped. They are omitted while the store is unavailable. */
export function addGauges({ store, clock, metrics }: Pick<Services, 'store' | 'clock' | 'metrics'>): void {
  function add(name: string, help: string, ask: () => Promise<number>): void {
    new Gauge({
      name,
      help,
      registers: [metrics.registry],
      async collect() {
        try {
          this.set(await ask())
        } catch {
          this.remove()
        }
      },
    })
  }

  add(
    'palate_webhook_oldest_undelivered_seconds',
    'Age of the oldest undelivered event; 0 when there is none',
    async () => {
      const since = await findOldestUndelivered(store.backgroundRead)
      return since ? Math.max(0, clock().getTime() - Date.parse(since)) / 1000 : 0
    },
  )
  add('palate_webhook_dead_letters', 'Deliveries kept as dead letters', () => countDeadLetters(store.backgroundRead))
}

async function findOldestUndelivered(db: Db): Promise<string | undefined> {
  const [delivery, fanOut] = await Promise.all([
    db
      .selectFrom('deliveries')
      .select((eb) => eb.fn.min('created_at').as('since'))
      .where('due_at', 'is not', null)
      .executeTakeFirst(),
    db
      .selectFrom('event_fan_outs')
      .select((eb) => eb.fn.min('created_at').as('since'))
      .executeTakeFirst(),
  ])
  return [delivery?.since, fanOut?.since].filter((time) => time != null).toSorted()[0]
}

async function countDeadLetters(db: Db): Promise<number> {
  const row = await db
    .selectFrom('deliveries')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('status', '=', sql.lit('dead'))
    .executeTakeFirst()
  return row?.count ?? 0
}
