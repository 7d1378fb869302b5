import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { crc32 } from 'node:zlib'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { expectInvalidAt } from '../harness/problem.ts'
import { useService } from '../harness/use-service.ts'

const dayMs = 24 * 3600 * 1000
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

describe('the creation of keys', () => {
  const service = useService('sqlite')

  const create = (body: unknown) => service.call('POST', '/api/api-keys', { body })

  test('a key is plt_, 32 base62 characters and 6 characters of CRC-32 over the preceding ones', async () => {
    for (let i = 0; i < 20; i++) {
      const { key } = (await create({ name: `form ${i}` })).body
      expect(key).toMatch(/^plt_[0-9A-Za-z]{38}$/)
      expect(key.slice(36)).toBe(base62(crc32(key.slice(0, 36))))
    }
    expect(service.key.slice(36)).toBe(base62(crc32(service.key.slice(0, 36))))
  })

  test('POST answers 201 with key, id, name, prefix, createdAt and warning', async () => {
    const before = Date.now()
    const answer = await create({ name: '  Mine  ' })
    expect(answer.status).toBe(201)
    const { key, createdAt, ...rest } = answer.body
    expect(rest).toEqual({
      id: expect.stringMatching(/^key_[0-9a-f]{32}$/),
      name: 'Mine',
      prefix: key.slice(0, 12),
      warning: 'Store this key now: it will not be shown again.',
    })
    expect(new Date(createdAt).toISOString()).toBe(createdAt)
    expect(Date.parse(createdAt)).toBeGreaterThanOrEqual(before)
    expect(Date.parse(createdAt)).toBeLessThanOrEqual(Date.now())
  })

  test('projectId and expiresAt are present if they were set', async () => {
    const { body } = await create({ name: 'both', projectId: 'a.B_c:d-9', expiresInDays: 30 })
    expect(body.projectId).toBe('a.B_c:d-9')
    expect(Date.parse(body.expiresAt) - Date.parse(body.createdAt)).toBe(30 * dayMs)
  })

  test.each([0.5, 1 / 24, 0.001, 1, 3650])('expiresInDays %d is allowed and exact', async (expiresInDays) => {
    const { status, body } = await create({ name: 'expires', expiresInDays })
    expect(status).toBe(201)
    const lifeMs = Date.parse(body.expiresAt) - Date.parse(body.createdAt)
    expect(Math.abs(lifeMs - expiresInDays * dayMs)).toBeLessThan(1)
  })

  test.each([0, -1, -0.5, 3650.001, 1e300, '1', true, null, [1]])('expiresInDays %j is 400', async (expiresInDays) => {
    expectInvalidAt(await create({ name: 'expires', expiresInDays }), '/expiresInDays')
  })

  test.each([undefined, '', '   ', 'x'.repeat(256), 5, null])('the name %j is 400', async (name) => {
    expectInvalidAt(await create({ name }), '/name')
  })

  test.each(['', 'a b', 'ä', 'a/b', 'x'.repeat(129), 5])('the project id %j is 400', async (projectId) => {
    expectInvalidAt(await create({ name: 'n', projectId }), '/projectId')
  })

  test('no list contains the key', async () => {
    const { body } = await create({ name: 'hidden' })
    const list = await service.call('GET', '/api/api-keys')
    expect(list.text).not.toContain(body.key)
    expect(list.text).not.toContain(body.key.slice(12))
    const found = list.body.keys.find((one: { id: string }) => one.id === body.id)
    expect(found).toEqual({
      id: body.id,
      name: 'hidden',
      prefix: body.key.slice(0, 12),
      lastUsedAt: null,
      usageCount: 0,
      createdAt: body.createdAt,
    })
  })

  test('a key is stored as SHA-256 only', async () => {
    const headers = { 'idempotency-key': 'stored' }
    const made = (await service.call('POST', '/api/api-keys', { body: { name: 'stored' }, headers })).body
    const next = (await service.call('POST', `/api/api-keys/rotate?id=${made.id}`, { body: {}, headers })).body
    const everything = await dumpStore()
    for (const key of [made.key, next.key, service.key]) {
      expect(everything).toContain(createHash('sha256').update(key).digest('hex'))
      expect(everything).toContain(key.slice(0, 12))
      expect(everything).not.toContain(key)
      expect(everything).not.toContain(key.slice(12))
    }
  })

  /** Every value of every table, as text. */
  async function dumpStore(): Promise<string> {
    const { DATABASE_URL, PALATE_DATA_DIR = '' } = service.home.env
    if (DATABASE_URL === undefined) return dumpSqlite(join(PALATE_DATA_DIR, 'palate.db'))
    return dumpPostgres(DATABASE_URL)
  }
})

function base62(value: number): string {
  let rest = BigInt(value)
  let digits = ''
  for (let i = 0; i < 6; i++) {
    digits = alphabet.charAt(Number(rest % 62n)) + digits
    rest /= 62n
  }
  return digits
}

function dumpSqlite(file: string): string {
  const database = new DatabaseSync(file, { readOnly: true })
  const tables = database.prepare("select name from sqlite_master where type = 'table'").all()
  const rows = tables.map(({ name }) => JSON.stringify(database.prepare(`select * from "${name}"`).all()))
  database.close()
  return rows.join('\n')
}

async function dumpPostgres(connectionString: string): Promise<string> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const tables = await client.query("select table_name from information_schema.tables where table_schema = 'public'")
  const rows: string[] = []
  for (const { table_name } of tables.rows) {
    rows.push(JSON.stringify((await client.query(`select * from "${table_name}"`)).rows))
  }
  await client.end()
  return rows.join('\n')
}
