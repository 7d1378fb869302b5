import { readConfig } from '@palate/server/config/config.ts'
import { deleteRecentFramesOf } from '@palate/server/pictures/seen-frames/seen-frame-store.ts'
import { renewEveryMs, SeenFrames } from '@palate/server/pictures/seen-frames/seen-frames.ts'
import { openStore } from '@palate/server/store/open.ts'
import type { Store } from '@palate/server/store/store.ts'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createEmptyHome, engines, type Home } from '../harness/service.ts'

const accountId = 'acct_seen'
const frame = (frameId: string, second: number, change: object = {}) => ({
  ...{ accountId, projectId: 'p', frameId, contentHash: 'a'.repeat(64), url: `https://pictures.test/${frameId}` },
  ...{ profileId: 'prof_1', scores: '{"aesthetics":0.5}', seenAt: at(second), ...change },
})
const at = (second: number) => `2026-01-01T00:00:${String(second).padStart(2, '0')}.000Z`

describe.each(engines)('scored frames on %s', (engine) => {
  let home: Home
  let store: Store
  let frames: SeenFrames
  beforeEach(async () => {
    home = await createEmptyHome(engine)
    store = await openStore(readConfig(home.env))
    frames = new SeenFrames({ store, log: pino({ level: 'silent' }) })
  })
  afterEach(async () => {
    vi.useRealTimers()
    await frames.close()
    await store.close()
    await home.remove()
  })

  const list = () =>
    store.read
      .selectFrom('recent_frames')
      .select(['frame_id', 'profile_id', 'scores', 'scored_at'])
      .where('account_id', '=', accountId)
      .orderBy('frame_id')
      .execute()
  const timesOf = async () => (await list()).map(({ frame_id, scored_at }) => [frame_id, scored_at])

  test('a new result is one row; the same result again changes only its time, and is stored when somebody looks', async () => {
    frames.add(frame('f', 1))
    frames.add(frame('g', 1, { url: null }))
    await frames.flush()
    frames.add(frame('f', 2))
    expect(await timesOf()).toEqual([
      ['f', at(1)],
      ['g', at(1)],
    ])
    await frames.flush()
    expect(await timesOf()).toEqual([
      ['f', at(2)],
      ['g', at(1)],
    ])
    const scores = '{"aesthetics":0.25}'
    frames.add(frame('f', 3, { profileId: 'prof_2', scores }))
    await frames.flush()
    expect((await list())[0]).toEqual({ frame_id: 'f', profile_id: 'prof_2', scores, scored_at: at(3) })
    const unlisted = await store.read.selectFrom('seen_frames').select('frame_id').execute()
    expect(unlisted).toEqual([])
  })

  test('the same result again is stored once a minute', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
    const timed = new SeenFrames({ store, log: pino({ level: 'silent' }) })
    timed.add(frame('f', 1))
    vi.advanceTimersByTime(1000)
    await vi.waitFor(async () => expect(await timesOf()).toEqual([['f', at(1)]]))
    for (let second = 2; second < 50; second++) {
      timed.add(frame('f', second))
      vi.advanceTimersByTime(1000)
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(await timesOf()).toEqual([['f', at(1)]])
    vi.advanceTimersByTime(renewEveryMs)
    await vi.waitFor(async () => expect(await timesOf()).toEqual([['f', at(49)]]))
    await timed.close()
  })

  test('what another process changed or deleted is written when the frame is scored again, and not before', async () => {
    const other = new SeenFrames({ store, log: pino({ level: 'silent' }) })
    for (const id of ['changed', 'erased']) frames.add(frame(id, 1))
    await frames.flush()
    other.add(frame('changed', 2, { profileId: 'prof_2' }))
    await other.close()
    await store.write((db) => db.deleteFrom('recent_frames').where('frame_id', '=', 'erased').execute())
    const again = async (second: number) => {
      for (const id of ['changed', 'erased']) frames.add(frame(id, second))
      await frames.flush()
      return (await list()).map(({ frame_id, profile_id, scored_at }) => [frame_id, profile_id, scored_at])
    }
    expect(await again(3)).toEqual([['changed', 'prof_2', at(2)]])
    expect(await again(4)).toEqual([
      ['changed', 'prof_1', at(4)],
      ['erased', 'prof_1', at(4)],
    ])
  })

  test('an erased picture is dropped from memory, in the projects where it was erased', async () => {
    const contentHash = 'b'.repeat(64)
    frames.add(frame('stored', 1, { contentHash }))
    await frames.flush()
    frames.add(frame('stored', 2, { contentHash }))
    frames.add(frame('here', 2, { contentHash }))
    frames.add(frame('elsewhere', 2, { contentHash, projectId: 'q' }))
    frames.add(frame('another', 2))
    frames.forget({ accountId, contentHash, projects: ['p'] })
    await frames.flush()
    expect(await timesOf()).toEqual([
      ['another', at(2)],
      ['elsewhere', at(2)],
      ['stored', at(1)],
    ])
    frames.add(frame('stored', 3, { contentHash }))
    await frames.flush()
    expect((await timesOf()).at(-1)).toEqual(['stored', at(3)])
  })

  test('frames of a deleted profile can be named, and not those that another picture has replaced', async () => {
    const count = 1201
    for (let i = 0; i < count; i++) frames.add(frame(`f${i}`, 1))
    frames.add(frame('kept', 1, { profileId: 'prof_2' }))
    await frames.flush()
    await store.write((db) => deleteRecentFramesOf(db, { accountId, profileId: 'prof_1' }, at(2)))
    expect(await timesOf()).toEqual([['kept', at(1)]])
    expect(await frames.find(accountId, 'p', `f${count - 1}`)).toBe('a'.repeat(64))
    frames.add(frame('f1', 2, { profileId: 'prof_2', contentHash: 'b'.repeat(64) }))
    await frames.flush()
    expect(await frames.find(accountId, 'p', 'f1')).toBe('b'.repeat(64))
  })
})
