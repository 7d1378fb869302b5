import { expect, test } from 'vitest'
import { readSources, type Source } from './sources.ts'

const server = 'packages/server/src/'

/** The tables of each folder of the server. Other folders reach them through functions of their owner. */
const owners: Readonly<Record<string, readonly string[]>> = {
  store: ['schema_migrations', 'account_bytes', 'due_accounts'],
  http: ['idempotency'],
  keys: [
    'accounts',
    'api_keys',
    'sessions',
    'session_codes',
    'logins',
    'key_usage_days',
    'key_minutes',
    'key_accounts',
  ],
  people: ['people', 'invitations'],
  audit: ['audit_entries'],
  boards: ['boards'],
  shares: ['shares', 'share_answers', 'share_reviewers'],
  projects: ['projects'],
  profiles: [
    ...['profiles', 'annotations', 'asks', 'discards', 'judgements', 'versions', 'frame_references'],
    ...['objects', 'working_texts', 'objects_ahead'],
  ],
  frames: ['frames', 'frame_contents', 'frame_pieces'],
  bucket: ['stored_objects'],
  erasures: ['erasures'],
  pictures: ['features', 'thumbnails', 'seen_frames', 'recent_frames', 'pins'],
  taste: ['pooled_tastes', 'stand_ins'],
  batches: ['live_models', 'batches', 'batch_requests', 'batch_request_parts', 'batch_pictures', 'batch_frames'],
  webhooks: [
    ...['webhooks', 'deliveries', 'delivery_attempts', 'alert_rules', 'poor_batches'],
    ...['events', 'event_places', 'event_log', 'event_log_ends', 'event_fan_outs'],
  ],
}

/** Files that may name tables of others. */
const exceptions: readonly { readonly path: string; readonly tables: readonly string[]; readonly why: string }[] = [
  { path: 'store/migrations/', tables: Object.values(owners).flat(), why: 'migrations create every table' },
  {
    path: 'store/disk/count-account-bytes.ts',
    tables: [
      ...['frame_contents', 'thumbnails', 'features', 'profiles', 'idempotency', 'shares', 'share_answers'],
      ...[
        'batches',
        'batch_requests',
        'batch_request_parts',
        'batch_pictures',
        'batch_frames',
        'recent_frames',
        'frames',
        'boards',
        'discards',
      ],
    ],
    why: 'its triggers count the rows of these tables',
  },
  {
    path: 'store/disk/account-bytes.ts',
    tables: ['accounts'],
    why: 'usage is counted when the store opens, before there are features',
  },
  {
    path: 'profiles/pictures/content-hashes.ts',
    tables: ['pins', 'frames', 'seen_frames', 'recent_frames'],
    why: 'merges and comparisons look up many pictures at once, deep inside the states of a profile',
  },
  {
    path: 'keys/keys-with-people.ts',
    tables: ['people'],
    why: 'every request reads a key and its person in one statement',
  },
  {
    path: 'composition/delete-account.ts',
    tables: ['frame_contents'],
    why: 'the rows of an account are deleted from every table in the same way',
  },
]

const sources = readSources().filter(
  ({ path }) => /^packages\/(server|cli)\/src\//.test(path) && !path.endsWith('.test.ts'),
)
const uses = sources.flatMap((source) => tablesIn(source).map((table) => ({ path: source.path, table })))

test('every table of the schema has one owner', () => {
  const schema = sources.find(({ path }) => path === `${server}store/schema.ts`)?.text ?? ''
  const tables = [...schema.matchAll(/^ {2}(\w+): \{/gm)].map(([, name]) => name)
  expect(Object.values(owners).flat().toSorted()).toEqual(tables.toSorted())
})

test('a file names only tables that its folder owns', () => {
  const wrong = uses.filter(({ path, table }) => !isOwn(path, table) && !exceptionsFor(path).includes(table))
  expect(wrong.map(({ path, table }) => `${path} → ${table}`)).toEqual([])
})

test('every owner uses its tables, and every exception is needed', () => {
  const unused = Object.values(owners)
    .flat()
    .filter((table) => !uses.some((use) => use.table === table && isOwn(use.path, table)))
  const unneeded = exceptions.filter(
    ({ path, tables }) => !uses.some((use) => use.path.startsWith(server + path) && tables.includes(use.table)),
  )
  expect({ unused, unneeded }).toEqual({ unused: [], unneeded: [] })
})

function isOwn(path: string, table: string): boolean {
  return Object.entries(owners).some(
    ([folder, tables]) => tables.includes(table) && path.startsWith(`${server}${folder}/`),
  )
}

function exceptionsFor(path: string): readonly string[] {
  return exceptions.flatMap((one) => (path.startsWith(server + one.path) ? one.tables : []))
}

/** The tables that a file names in a query: in SQL, as an argument of the query builder, or as `table: '…'`. */
function tablesIn({ text }: Source): readonly string[] {
  const code = text.replaceAll(/^\s*(\*|\/\/|\/\*).*$/gm, '')
  const names = Object.values(owners).flat().join('|')
  const patterns = [
    `\\b(?:from|join|into|update)\\s+(?:only\\s+)?(${names})\\b`,
    `(?:From|Into|Table|[jJ]oin|sing|sql\\.table)\\(\\s*\\[?\\s*'(${names})\\b`,
    `\\btable: '(${names})'`,
  ]
  const found = patterns.flatMap((pattern) => [...code.matchAll(new RegExp(pattern, 'g'))])
  return [...new Set(found.flatMap(([, name]) => name ?? []))]
}
