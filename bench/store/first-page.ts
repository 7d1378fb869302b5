import { readConfig } from '@palate/server/config/config.ts'
import { openStore } from '@palate/server/store/open.ts'
import type { Store } from '@palate/server/store/store.ts'
import type { Env } from '../../tests/harness/home.ts'
import { type Line, median, ms, timed } from '../harness/report.ts'
import type { Served } from '../harness/serve.ts'

const few = 100
const many = 100_000
const sample = 100

/** The first page of the list with 100 and with 100,000 profiles in the account. */
export async function measureFirstPage({ call }: Served, env: Env): Promise<readonly Line[]> {
  const store = await openStore(readConfig(env))
  await call('POST', '/v1/profiles', { body: { projectId: 'many', name: 'The first of many' } })
  const first = async () => {
    const times: number[] = []
    for (let i = 0; i < sample; i++) times.push(await timed(() => call('GET', '/v1/profiles?limit=50')))
    return median(times)
  }
  await copyProfile(store, 0, few)
  await first()
  const small = await first()
  await copyProfile(store, few, many)
  const large = await first()
  await store.close()
  return [
    { what: `first page (50) of ${few} profiles (median of ${sample})`, figure: ms(small) },
    { what: `first page (50) of ${many} profiles (median of ${sample})`, figure: ms(large) },
    { what: 'ratio', figure: (large / small).toFixed(2), target: 'the same (at most 1.5)', met: large / small <= 1.5 },
  ]
}

/** Copies one profile's row, because creating that many profiles by request takes too long. */
async function copyProfile({ write, read }: Store, from: number, to: number): Promise<void> {
  const original = await read
    .selectFrom('profiles')
    .selectAll()
    .where('project_id', '=', 'many')
    .executeTakeFirstOrThrow()
  const rowsPerInsert = 500
  await write(async (db) => {
    for (let start = from; start < to; start += rowsPerInsert) {
      const count = Math.min(rowsPerInsert, to - start)
      const rows = Array.from({ length: count }, (_, i) => copyOf(original, start + i))
      await db.insertInto('profiles').values(rows).execute()
    }
  })
}

function copyOf<Row extends { readonly created_at: string }>(original: Row, i: number): Row {
  const id = `prof_${(i + 1).toString(16).padStart(32, '0')}`
  const createdAt = new Date(Date.parse(original.created_at) - i * 1000).toISOString()
  return { ...original, id, name: `Copy ${i}`, created_at: createdAt }
}
