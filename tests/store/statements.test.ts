import { loadModule } from 'libpg-query'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSources } from '../architecture/sources.ts'
import { engines } from '../harness/service.ts'
import { accountTables } from './account-tables.ts'
import { noteCalledFunctions } from './called-functions.ts'
import { findUnpinned } from './pinned-accounts.ts'
import { type RecordedStatement, recordStatements } from './record-statements.ts'
import { useEverything } from './use-everything.ts'

/** Functions that ask all accounts at once, and why. */
const exceptions: Readonly<Record<string, string>> = {
  'findOldestUndelivered (webhooks/webhooks.ts)':
    'a metric of the whole service, from an index; omitted while a shard is down',
  'countDeadLetters (webhooks/webhooks.ts)':
    'a metric of the whole service, from an index; omitted while a shard is down',
  'findLargestAccount (store/disk/account-bytes.ts)':
    'a check of `palate doctor`, which does not ask account by account',
  'listAccountsToSeal (webhooks/secrets/webhook-secrets.ts)':
    'at a start, which does not ask account by account; while a shard is down, a later start and the sweeps do it',
}

/** Files and functions whose statements for an account run in the turn of the service, and why. */
const workOfService: Readonly<Record<string, string>> = {
  'platform/write-behind-buffer.ts': 'an account whose turn takes long must not keep those of others from the store',
  'keys/usage.ts': 'likewise: the rate limits of all accounts depend on these counts',
  'keys/key-watch.ts': 'likewise: a revoked key must end its streams',
  'keys/accounts.ts': 'the account is being created, or looked for',
  'createFirstCode (keys/sessions/session-store.ts)': 'part of the first start',
  'composition/delete-account.ts': 'a command, in a process of its own',
  'composition/check-embedder.ts': 'a command, in a process of its own',
  'bucket/move.ts': 'a command, in a process of its own',
}

describe.runIf(engines.includes('postgres'))('every statement that the service sends to PostgreSQL', () => {
  const recording = recordStatements()
  let statements: readonly RecordedStatement[] = []
  let called: ReadonlySet<string> = new Set()
  beforeAll(async () => {
    await loadModule()
    const functions = await noteCalledFunctions()
    await useEverything()
    called = await functions.stop()
    statements = recording.statements().filter(({ callers }) => callers.length > 0)
    recording.stop()
  })
  afterAll(recording.stop)

  test('names one account at each of its levels', () => {
    const unpinned = statements.flatMap((statement) => {
      const tables = findUnpinned(statement, accountTables())
      return tables.length > 0 ? [{ tables, ...statement }] : []
    })
    const unexpected = unpinned.filter(({ callers }) => !callers.some((caller) => caller in exceptions))
    expect(unexpected.map(({ tables, text, callers }) => `${tables} in ${callers[0]}: ${text}`)).toEqual([])
    const unneeded = Object.keys(exceptions).filter(
      (exception) => !unpinned.some(({ callers }) => callers.includes(exception)),
    )
    expect(unneeded, 'exceptions that are no longer needed').toEqual([])
  })

  test('runs in the turn of its account, unless it is work of the service', () => {
    const others = recording.inOtherTurns()
    const isOfService = ({ owner, callers }: (typeof others)[number]) =>
      owner === '' &&
      callers.some((caller) =>
        Object.keys(workOfService).some((name) => caller === name || caller.includes(`(${name})`)),
      )
    const unexpected = others.filter((statement) => !isOfService(statement))
    expect(unexpected.map(({ owner, text, callers }) => `${owner} ${callers.join(' < ')}: ${text}`)).toEqual([])
  })

  test('was recorded: the run calls every function that sends one', () => {
    expect(sendingFunctions().filter((name) => !called.has(name) && !(name in uncalled))).toEqual([])
    expect(Object.keys(uncalled).filter((name) => called.has(name))).toEqual([])
  })
})

/** Functions that the run does not call, and why. */
const uncalled: Readonly<Record<string, string>> = {
  'countAccountBytes (store/disk/count-account-bytes.ts)': 'a migration',
  'countAccountBytesByStatement (store/disk/count-account-bytes.ts)': 'a migration',
  'countThumbnailObjects (store/disk/count-account-bytes.ts)': 'a migration',
  'countRequests (store/disk/count-account-bytes.ts)': 'a migration',
  'countBatchPictures (store/disk/count-account-bytes.ts)': 'a migration',
  'countSeeds (store/disk/count-account-bytes.ts)': 'a migration',
  'countBoards (store/disk/count-account-bytes.ts)': 'a migration',
  'countDiscards (store/disk/count-account-bytes.ts)': 'a migration',
  'countMadeWith (store/disk/count-account-bytes.ts)': 'a migration',
  'insertAndDelete (store/disk/disk-room.ts)': 'writes to schema_migrations only',
  'copyPostgres (store/backup/copy-postgres.ts)': 'a backup reads every table whole',
  'findApplied (store/backup/copy-postgres.ts)': 'reads schema_migrations only',
  'copyTable (store/backup/copy-postgres.ts)': 'a backup reads every table whole',
  'compareCounts (store/backup/restore.ts)': 'counts the rows of every table',
  'copyRows (store/backup/restore.ts)': 'fills an empty database, table by table',
  'insertRows (store/backup/restore.ts)': 'fills an empty database, table by table',
  'profilesPort (profiles/port.ts)': 'an object; its functions are called by their own names',
}

const server = 'packages/server/src/'

/** `function (file)` for each top-level function and private method of the server that executes a statement. */
function sendingFunctions(): readonly string[] {
  const sources = readSources().filter(
    ({ path }) => path.startsWith(server) && !path.endsWith('.test.ts') && !path.includes('/store/migrations/'),
  )
  return sources.flatMap(({ path, text }) => {
    const functions = text.split(/^(?=(?:export )?(?:async )?function |(?:export )?const | {2}(?:async )?#\w+\()/m)
    return functions.flatMap((source) => {
      const [, name] = /^(?: {2}|export |async |function\*? |const )*([#\w]+)/.exec(source) ?? []
      return sends.test(source) && name !== undefined ? [`${name} (${path.slice(server.length)})`] : []
    })
  })
}

const sends = /\.execute(TakeFirst|TakeFirstOrThrow)?\((db|store|this)?/
