import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import { expect, test } from 'vitest'
import { SeenFrames, unwrittenFrameBytesMax } from './seen-frames.ts'

/** On an empty store that rejects writes. */
function framesOnFullDisk(): SeenFrames {
  const read = new Kysely({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  })
  const write = async () => Promise.reject(new Error('the disk is full'))
  return new SeenFrames({ store: { engine: 'sqlite', read, write }, log: { error: () => {} } } as never)
}

test('frames that cannot be stored take a bounded number of bytes: the oldest are dropped', async () => {
  const frames = framesOnFullDisk()
  const frame = (i: number) => ({
    accountId: 'acct',
    projectId: 'p',
    frameId: String(i).padEnd(255, 'x'),
    contentHash: `hash ${i}`,
    url: 'https://pictures.test/a.png',
    profileId: 'prof',
    scores: '{}',
    seenAt: '2026-01-01T00:00:00.000Z',
  })
  const count = Math.round(unwrittenFrameBytesMax / 500)
  for (let i = 0; i < count; i++) frames.add(frame(i))
  expect(await frames.find('acct', 'p', frame(0).frameId)).toBeUndefined()
  expect(await frames.find('acct', 'p', frame(count - 1).frameId)).toBe(`hash ${count - 1}`)
  await expect(frames.close()).rejects.toThrow('the disk is full')
})
