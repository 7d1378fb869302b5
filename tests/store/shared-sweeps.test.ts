import { sweepRequests } from '@palate/server/composition/background.ts'
import { readConfig } from '@palate/server/config/config.ts'
import { rowsPerPieceMax } from '@palate/server/store/chunked-writes.ts'
import { openStore } from '@palate/server/store/open.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useService } from '../harness/use-service.ts'

const service = useService('postgres')

test('two workers share a sweep: neither waits for the rows of the other, nor ends because of them', async () => {
  const [one, other] = [await open(), await open()]
  try {
    const { account_id: accountId } = await one.read
      .selectFrom('api_keys')
      .select('account_id')
      .executeTakeFirstOrThrow()
    await one.write((db) =>
      sql`insert into key_minutes (account_id, key_id, minute, requests)
        select ${accountId}, 'key_swept', n, 1 from generate_series(1, ${3 * rowsPerPieceMax}) n`.execute(db),
    )
    const count = async () => {
      const minutes = one.read.selectFrom('key_minutes').select('minute').where('key_id', '=', 'key_swept')
      return (await minutes.execute()).length
    }
    await one.write(async (db) => {
      // What a sweep of this worker would choose first.
      await sql`delete from key_minutes where account_id = ${accountId} and minute in (
        select minute from key_minutes where account_id = ${accountId} and key_id = 'key_swept' limit ${rowsPerPieceMax})`.execute(
        db,
      )
      await sweepRequests({ store: other, clock: () => new Date() }, accountId)
      expect(await count()).toBe(rowsPerPieceMax)
    })
    expect(await count()).toBe(0)
  } finally {
    await Promise.all([one.close(), other.close()])
  }
})

function open() {
  return openStore(readConfig(service.home.env), { isSecondary: true })
}
