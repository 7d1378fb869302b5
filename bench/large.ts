/**
 * Measures requests and sweeps of a large account, beside the same on a small one: PostgreSQL, both databases in one
 * server. An account has a million pictures at most, because each takes 11 kB of disk; the rows of other tables take
 * 0.3 to 0.9 kB each.
 *
 *   npm run bench:large -- [--rows 1e7] [--pictures 1e6] [--rounds 30] [--skip frames,events] [--again]
 *
 * `--skip` leaves tables as they are, to save disk. With `--again`, each line of input measures once more, with the code
 * as it is then.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startPostgres } from '../tests/harness/postgres.ts'
import { createAccount } from './large/account.ts'
import { framesPerBatch } from './large/copies.ts'
import { picturesPerRound } from './large/requests.ts'

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1e7' },
    pictures: { type: 'string', default: '1e6' },
    rounds: { type: 'string', default: '30' },
    skip: { type: 'string', default: '' },
    again: { type: 'boolean', default: false },
  },
})
const rounds = Number(values.rounds)
const rows = Number(values.rows)
const large = { rows, pictures: Math.min(rows, Number(values.pictures)) }
const smallRows = framesPerBatch * Math.ceil((picturesPerRound * rounds) / framesPerBatch)
const small = { rows: smallRows, pictures: smallRows }
if (!(large.pictures >= smallRows)) throw new Error(`--rows and --pictures take numbers from ${smallRows}`)

const postgres = await startPostgres({
  // Filling a table that was created in the same transaction is then not logged.
  ...{ wal_level: 'minimal', max_wal_senders: '0', max_wal_size: '4GB' },
  ...{ shared_buffers: '1GB', synchronous_commit: 'off', autovacuum: 'off' },
})
try {
  const started = performance.now()
  const skips = values.skip.split(',')
  const accounts: Awaited<ReturnType<typeof createAccount>>[] = []
  for (const counts of [small, large]) {
    accounts.push(await createAccount(postgres.url, { counts, skips }, (line) => console.log(line)))
  }
  console.log(
    `filled after ${((performance.now() - started) / 1000).toFixed(0)} s: ${accounts.at(-1)?.account.env.DATABASE_URL}`,
  )
  const measure = async () => {
    const input = JSON.stringify({ accounts: accounts.map(({ account }) => account), rounds })
    const program = fileURLToPath(new URL('large/measure.ts', import.meta.url))
    const child = spawn(process.execPath, [program, input], { stdio: ['ignore', 'inherit', 'inherit'] })
    const [code] = await once(child, 'exit')
    if (code !== 0) console.error('the measurement failed')
  }
  await measure()
  if (values.again) for await (const _ of createInterface(process.stdin)) await measure()
  for (const { remove } of accounts) await remove()
} finally {
  await postgres.stop()
}
