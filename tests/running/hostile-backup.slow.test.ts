import {
  appendFileSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { uploadBytesMax } from '@palate/core/frames/size.ts'
import { sha256 } from '@palate/server/platform/hash.ts'
import { copySqlite, writeBackup } from '@palate/server/store/backup/backup.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { frameOf } from '../frames/frame-requests.ts'
import { runOperatorCommand } from '../harness/command.ts'
import { createEmptyHome, engines, startService, type TestService } from '../harness/service.ts'
import { paint } from '../scoring/pictures.ts'

/** A tampered backup, and the path of its one picture. */
interface Changed {
  readonly file: string
  /** Below `FILE.frames`. */
  readonly picture: string
  execute(statement: string): void
}

const secret = 'what only the owner of the machine may read'

/** Ways to tamper with a backup, and the error of `palate restore`. */
const changes: readonly (readonly [string, (changed: Changed) => void, RegExp])[] = [
  [
    'a trigger',
    ({ execute }) =>
      execute(`create trigger undo after update of revoked_at on api_keys begin
        update api_keys set revoked_at = null where id = new.id; end`),
    /it has the trigger "undo", which a Palate store does not have/,
  ],
  [
    'a view',
    ({ execute }) => execute('create view secrets as select secret from webhooks'),
    /it has the view "secrets", which a Palate store does not have/,
  ],
  [
    'a view in place of the list of migrations',
    ({ execute }) =>
      execute(`drop table schema_migrations; create view schema_migrations as
        with recursive forever (name) as (select '' union all select name from forever) select name from forever`),
    /it has the view "schema_migrations", which a Palate store does not have/,
  ],
  [
    'a trigger that the schema calls a table',
    ({ execute }) =>
      execute(`create trigger undo after update of revoked_at on api_keys begin select 1; end;
        pragma writable_schema = on; update sqlite_schema set type = 'table' where name = 'undo'`),
    /it is not a backup of a Palate store: malformed database schema|it has the table "undo", which/,
  ],
  [
    'a table',
    ({ execute }) => execute('create table more (id text)'),
    /it has the table "more", which a Palate store does not have/,
  ],
  [
    'a virtual table',
    ({ execute }) => execute('create virtual table more using fts5(text)'),
    /it has the table "more", which a Palate store does not have/,
  ],
  [
    'an index',
    ({ execute }) => execute('create unique index one_key on api_keys (account_id)'),
    /it has the index "one_key", which a Palate store does not have/,
  ],
  [
    'a constraint',
    ({ execute }) =>
      execute(`pragma writable_schema = on; update sqlite_schema set
        sql = replace(sql, 'revoked_at text', 'revoked_at text check (revoked_at is null)') where name = 'api_keys'`),
    /its table "api_keys" differs from the one that Palate creates/,
  ],
  ['a table less', ({ execute }) => execute('drop table webhooks'), /it is missing the table "webhooks"/],
  [
    'a migration less',
    ({ execute }) => execute("delete from schema_migrations where name like '0016-%'"),
    /its list of migrations has gaps: /,
  ],
  [
    'a migration of a newer Palate',
    ({ execute }) => execute("insert into schema_migrations values ('9001-more', '', 1)"),
    /it was written by a newer version of Palate \(it has "9001-more"\): upgrade Palate/,
  ],
  [
    'a content hash that leads out of the folder',
    ({ file, execute }) => {
      const out = `../../../${'0'.repeat(55)}`
      execute(`update frame_contents set content_hash = '${out}'`)
      writeFileSync(join(dirname(file), `${'0'.repeat(55)}`), secret)
    },
    /it has a picture with an invalid account id or hash/,
  ],
  [
    'an account that leads out of the folder',
    ({ execute }) => execute("update frame_contents set account_id = '../../acct'"),
    /it has a picture with an invalid account id or hash/,
  ],
  [
    'a symbolic link in place of a picture',
    ({ file, picture }) => {
      const elsewhere = join(dirname(file), 'elsewhere')
      renameSync(join(`${file}.frames`, picture), elsewhere)
      symlinkSync(elsewhere, join(`${file}.frames`, picture))
    },
    /is not a regular file in a regular folder/,
  ],
  [
    'a symbolic link in place of a folder',
    ({ file, picture }) => {
      const folder = dirname(join(`${file}.frames`, picture))
      const elsewhere = join(dirname(file), 'elsewhere')
      renameSync(folder, elsewhere)
      symlinkSync(elsewhere, folder)
    },
    /is not a regular file in a regular folder/,
  ],
  [
    'other bytes under a hash',
    ({ file, picture }) => writeFileSync(join(`${file}.frames`, picture), secret),
    /the picture \S+ is damaged: its SHA-256 differs from its name/,
  ],
  [
    'more bytes than a picture may have',
    ({ file, picture }) => appendFileSync(join(`${file}.frames`, picture), Buffer.alloc(uploadBytesMax)),
    /the picture \S+ is damaged: its SHA-256 differs from its name/,
  ],
]

describe('a tampered backup', () => {
  let service: TestService
  let backup: string
  let contentHash: string
  beforeAll(async () => {
    service = await startService('sqlite')
    const picture = await paint({ mood: 'warm', seed: 1 })
    contentHash = sha256(picture).toString('hex')
    await frameOf(service, picture)
    backup = join(service.home.env.PALATE_DATA_DIR ?? '', 'backup.db')
    expect((await runOperatorCommand(['backup', backup], service.home.env)).code).toBe(0)
  })
  afterAll(async () => {
    await service.stop()
  })

  function change(name: string, make: (changed: Changed) => void): string {
    const folder = join(dirname(backup), name.replaceAll(' ', '-'))
    mkdirSync(folder)
    const file = join(folder, 'changed.db')
    copyFileSync(backup, file)
    cpSync(`${backup}.frames`, `${file}.frames`, { recursive: true })
    const [account] = readdirSync(join(`${file}.frames`, contentHash.slice(0, 2)))
    const picture = join(contentHash.slice(0, 2), account ?? '')
    const database = new DatabaseSync(file, { defensive: false })
    make({ file, picture, execute: (statement) => database.exec(statement) })
    database.close()
    return file
  }

  test.each(changes)('is refused if it has %s, and leaves nothing', async (name, make, said) => {
    const file = change(name, make)
    for (const engine of engines) {
      const home = await createEmptyHome(engine)
      const { code, stdout, stderr } = await runOperatorCommand(['restore', file], home.env)
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(stderr).toMatch(said)
      expect(stderr).toMatch(/^palate: there is no \S+\.sha256: [^\n]+\npalate: cannot restore \S+: [^\n]+\n$/)
      expect(readdirSync(home.env.PALATE_DATA_DIR ?? '')).toEqual([])
      await home.remove()
    }
  })

  test('is restored if it has only the statistics of `analyze`', async () => {
    const file = change('statistics', ({ execute }) => execute('analyze'))
    const home = await createEmptyHome('sqlite')
    const stderr = `palate: there is no ${file}.sha256: damage inside rows goes unnoticed\n`
    expect(await runOperatorCommand(['restore', file], home.env)).toMatchObject({ code: 0, stderr })
    const restored = join(home.env.PALATE_DATA_DIR ?? '', 'frames', contentHash.slice(0, 2))
    const [name = ''] = readdirSync(restored)
    expect(sha256(readFileSync(join(restored, name))).toString('hex')).toBe(contentHash)
    expect(modeOf(join(restored, name))).toBe(0o600)
    await home.remove()
  })
})

describe('a backup that differs from its checksum', () => {
  let service: TestService
  let backup: string
  beforeAll(async () => {
    service = await startService('sqlite')
    backup = join(service.home.env.PALATE_DATA_DIR ?? '', 'backup.db')
    await service.call('POST', '/v1/profiles', { body: { projectId: 'p', name: 'Original' } })
    expect((await runOperatorCommand(['backup', backup], service.home.env)).code).toBe(0)
  })
  afterAll(async () => {
    await service.stop()
  })

  test.each([
    ['is cut short', (bytes: Buffer) => bytes.subarray(0, bytes.length - 4096)],
    [
      'has another text in a row',
      (bytes: Buffer) => Buffer.from(bytes.toString('latin1').replaceAll('Original', 'Modified'), 'latin1'),
    ],
  ])('is refused if it %s', async (name, change) => {
    const file = join(dirname(backup), `${name.replaceAll(' ', '-')}.db`)
    writeFileSync(file, change(readFileSync(backup)))
    copyFileSync(`${backup}.sha256`, `${file}.sha256`)
    for (const engine of engines) {
      const home = await createEmptyHome(engine)
      expect(await runOperatorCommand(['restore', file], home.env)).toEqual({
        code: 1,
        stdout: '',
        stderr: `palate: cannot restore ${file}: it is incomplete or was changed: its SHA-256 differs from the one in ${file}.sha256\n`,
      })
      expect(readdirSync(home.env.PALATE_DATA_DIR ?? '')).toEqual([])
      await home.remove()
    }
  })
})

describe('the files of a backup', () => {
  test('are readable only by their owner, from the first byte on', async () => {
    const service = await startService('sqlite')
    await frameOf(service, await paint({ mood: 'warm', seed: 1 }))
    const dataDir = service.home.env.PALATE_DATA_DIR ?? ''
    const target = join(dataDir, 'backup.db')
    const mask = process.umask(0)
    try {
      // A process that opened it before a later `chmod` could keep reading.
      await writeBackup(target, copySqlite(join(dataDir, 'palate.db')), async (copy) => {
        expect(modeOf(`${target}.partial`)).toBe(0o600)
        copy.exec('begin; delete from frames')
        expect(modeOf(`${target}.partial-journal`)).toBe(0o600)
        copy.exec('rollback')
      })
      expect([modeOf(target), modeOf(`${target}.sha256`)]).toEqual([0o600, 0o600])
      rmSync(target)
      rmSync(`${target}.sha256`)
      expect((await runOperatorCommand(['backup', target], service.home.env)).code).toBe(0)
    } finally {
      process.umask(mask)
    }
    const frames = readdirSync(`${target}.frames`, { recursive: true, withFileTypes: true })
    const modes = frames.map((entry) => [entry.isDirectory(), modeOf(join(entry.parentPath, entry.name))])
    expect(modes).toEqual([
      [true, 0o700],
      [false, 0o600],
    ])
    expect([modeOf(target), modeOf(`${target}.frames`)]).toEqual([0o600, 0o700])
    await service.stop()
  })

  test('are not written through links that somebody else has put in their place', async () => {
    const service = await startService('sqlite')
    const dataDir = service.home.env.PALATE_DATA_DIR ?? ''
    const target = join(dataDir, 'backup.db')
    symlinkSync(join(dataDir, 'elsewhere'), `${target}.partial`)
    await writeBackup(target, copySqlite(join(dataDir, 'palate.db')), async () => {})
    expect(existsSync(join(dataDir, 'elsewhere'))).toBe(false)
    expect(statSync(target).isFile()).toBe(true)
    await service.stop()
  })
})

function modeOf(path: string): number {
  return statSync(path).mode & 0o777
}
