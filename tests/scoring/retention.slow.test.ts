import { daysKept } from '@palate/core/days-kept.ts'
import { readConfig } from '@palate/server/config/config.ts'
import { hasPicture } from '@palate/server/frames/frame-store.ts'
import { listAccountIds } from '@palate/server/keys/accounts.ts'
import { insertFeatures } from '@palate/server/pictures/features/feature-store.ts'
import { insertPin } from '@palate/server/pictures/pin-store.ts'
import { upsertRecentFrames, upsertUnlistedFrames } from '@palate/server/pictures/seen-frames/seen-frame-store.ts'
import { PictureSweep } from '@palate/server/pictures/sweep/picture-sweep.ts'
import { rowsPerPieceMax } from '@palate/server/store/chunked-writes.ts'
import { openStore } from '@palate/server/store/open.ts'
import type { Store } from '@palate/server/store/store.ts'
import { backgroundWorkFor } from '@palate/server/work/current-work.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHome, engines, type Home, startService } from '../harness/service.ts'
import { createProfile } from '../profiles/profile-requests.ts'
import { diagnose, loopbackAllowed, openStage, profileWith, type Stage, scoreOf, scoresOf } from './scoring-service.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

const seenFramesKeptMs = daysKept.seenFrames * dayMs
const strayFeaturesKeptMs = daysKept.features * dayMs

describe.each(engines)('how long scoring remembers on %s', (engine) => {
  let stage: Stage
  let home: Home
  let store: Store
  let frames: { id: string; url: string }[]
  beforeAll(async () => {
    home = await createHome(engine)
    stage = await openStage(engine, {}, home)
    store = await openStore(readConfig(home.env))
    frames = [
      { id: 'w', url: await stage.picture('warm', 1) },
      { id: 'c', url: await stage.picture('cold', 1) },
    ]
  })
  afterAll(async () => {
    await store.close()
    await stage.close()
    await home.remove()
  })

  const sweepAfter = async (ms: number) => {
    const sweep = new PictureSweep({ store, clock: () => new Date(Date.now() + ms) }, { hasPicture }, daysKept)
    for (const accountId of ['acct', ...(await listAccountIds(store.read))]) await sweep.run(accountId)
  }
  const bare = { comparisons: [{ id: 'p', frameA: 'w', frameB: 'c', winner: 'w' }] }
  const unusableOf = async (id: string) =>
    (await diagnose(stage.service, id)).unusable.map(({ code }: { code: string }) => code)

  async function seenIn(projectId: string, since = ''): Promise<readonly string[]> {
    const query = store.read.selectFrom('recent_frames').select('content_hash').where('project_id', '=', projectId)
    const rows = await query.where('scored_at', '>', since).orderBy('frame_id').execute()
    return rows.map(({ content_hash }) => content_hash)
  }

  async function featuresOf(hashes: readonly string[]): Promise<number> {
    const query = store.read.selectFrom('features').select('content_hash')
    return (await query.where('content_hash', 'in', hashes).execute()).length
  }

  /** Scores the frames in the project and returns their content hashes once they are stored. */
  async function score(projectId: string, scored = frames): Promise<readonly string[]> {
    await scoresOf(stage.service, await createProfile(stage.service, { projectId }), scored)
    await expect.poll(() => seenIn(projectId)).toHaveLength(scored.length)
    return seenIn(projectId)
  }

  it('a frame that was scored can be named by its id for 90 days', async () => {
    await score('kept')
    await sweepAfter(seenFramesKeptMs - minuteMs)
    expect(await unusableOf(await profileWith(stage.service, bare, { projectId: 'kept' }))).toEqual([])
    await sweepAfter(seenFramesKeptMs + minuteMs)
    expect(await seenIn('kept')).toEqual([])
    const late = await profileWith(stage.service, bare, { projectId: 'kept' })
    expect(await unusableOf(late)).toEqual(['frame_not_found'])
  })

  it('scoring it again extends that by another 90 days', async () => {
    await score('again')
    stage.service.clock.skipMs = 60 * dayMs
    await score('again')
    const inThirtyDays = new Date(Date.now() + 30 * dayMs).toISOString()
    await expect.poll(() => seenIn('again', inThirtyDays)).toHaveLength(2)
    stage.service.clock.skipMs = 0
    await sweepAfter(100 * dayMs)
    expect(await seenIn('again')).toHaveLength(2)
  })

  it('a version that was used before scores the same after all its frames are deleted, also after a restart', async () => {
    await score('pinned')
    const id = await profileWith(stage.service, bare, { projectId: 'pinned' })
    const probe = await stage.picture('warm', 9)
    const before = await scoreOf(stage.service, id, probe)
    const neutral = await scoreOf(stage.service, await createProfile(stage.service), probe)
    expect(before).toBeGreaterThan(neutral)
    // The probe, too, because it is written behind.
    await expect.poll(() => seenIn('pinned')).toHaveLength(frames.length + 1)
    await sweepAfter(1000 * dayMs)
    expect(await seenIn('pinned')).toEqual([])
    const restarted = await startService(engine, loopbackAllowed, home)
    expect(await scoreOf(restarted, id, probe)).toBe(before)
    expect((await diagnose(restarted, id)).unusable).toEqual([])
    await restarted.stop()
  })

  it('the features of a deleted frame are deleted with it, unless a profile has learned from it', async () => {
    const [warm, cold] = [
      { id: 'w', url: await stage.picture('warm', 21) },
      { id: 'c', url: await stage.picture('cold', 21) },
    ]
    const seen = await score('features', [warm, cold])
    const [coldHash = '', warmHash = ''] = seen
    await expect.poll(() => featuresOf(seen)).toBe(2)
    const id = await profileWith(stage.service, { exemplars: [{ id: 'e', label: 'good', url: warm.url }] })
    await diagnose(stage.service, id)
    await sweepAfter(strayFeaturesKeptMs + minuteMs)
    expect(await featuresOf(seen)).toBe(2)
    await sweepAfter(seenFramesKeptMs + minuteMs)
    expect([await featuresOf([coldHash]), await featuresOf([warmHash])]).toEqual([0, 1])
    await stage.service.call('DELETE', `/v1/profiles/${id}`)
    // The last sweep saw that they were needed.
    await sweepAfter(seenFramesKeptMs + strayFeaturesKeptMs + 2 * minuteMs)
    expect(await featuresOf([warmHash])).toBe(0)
  })

  it('a deleted frame that is scored again is stored again, whatever the process has in memory', async () => {
    const frames = [{ id: 'w', url: await stage.picture('warm', 31) }]
    const seen = await score('anew', frames)
    await expect.poll(() => featuresOf(seen)).toBe(1)
    await sweepAfter(seenFramesKeptMs + minuteMs)
    expect(await featuresOf(seen)).toBe(0)
    stage.service.clock.skipMs = seenFramesKeptMs + dayMs
    expect(await score('anew', frames)).toEqual(seen)
    stage.service.clock.skipMs = 0
    await expect.poll(() => featuresOf(seen)).toBe(1)
  })

  const long = new Date(0).toISOString()
  const featureOf = (contentHash: string) => ({
    accountId: 'acct',
    contentHash,
    embedderId: 'one',
    embedding: new Uint8Array(4),
    attributes: '{}',
  })
  const pinOf = (contentHash: string) => ({
    account_id: 'acct',
    profile_id: 'prof',
    source: `frame:${contentHash}`,
    content_hash: contentHash,
    pinned_at: long,
  })
  const seenFrame = (frameId: string) => ({
    accountId: 'acct',
    projectId: 'many',
    frameId,
    contentHash: frameId,
    url: null,
    profileId: 'prof',
    scores: '{}',
    seenAt: long,
  })
  const countOf = async (table: 'features' | 'seen_frames' | 'recent_frames') => {
    const query = store.read.selectFrom(table).select((eb) => eb.fn.countAll<number>().as('n'))
    return (await query.where('account_id', '=', 'acct').executeTakeFirstOrThrow()).n
  }
  async function inThousands<Row>(count: number, rowOf: (name: string) => Row, insert: (rows: Row[]) => Promise<void>) {
    for (let i = 0; i < count; i += 1000)
      await insert(Array.from({ length: Math.min(1000, count - i) }, (_, j) => rowOf(`hash-${i + j}`)))
  }

  it('any number of frames is deleted, by concurrent sweeps too', async () => {
    await inThousands(1700, seenFrame, (rows) =>
      store.write(async (db) => {
        await upsertUnlistedFrames(db, 'acct', rows)
        await upsertRecentFrames(db, 'acct', rows)
      }),
    )
    await Promise.all([sweepAfter(0), sweepAfter(0)])
    expect([await countOf('seen_frames'), await countOf('recent_frames')]).toEqual([0, 0])
  })

  it('a sweep deletes any number of features that nothing needs, and keeps those that are needed or new', async () => {
    const [old, pinned, recent] = [3 * rowsPerPieceMax + 7, rowsPerPieceMax + 3, 5]
    await inThousands(old, featureOf, (rows) => store.write((db) => insertFeatures(db, rows, long)))
    await inThousands(pinned, pinOf, (pins) =>
      store.write(async (db) => void (await db.insertInto('pins').values(pins).execute())),
    )
    const fresh = new Date().toISOString()
    const more = Array.from({ length: recent }, (_, i) => featureOf(`fresh-${i}`))
    await store.write((db) => insertFeatures(db, more, fresh))
    await Promise.all([sweepAfter(0), sweepAfter(0)])
    expect(await countOf('features')).toBe(pinned + recent)
    // A later sweep does not look at them again.
    const looked = store.read.selectFrom('features').select('content_hash').where('account_id', '=', 'acct')
    expect(await looked.where('created_at', '<', fresh).execute()).toEqual([])
    await sweepAfter(strayFeaturesKeptMs + minuteMs)
    expect(await countOf('features')).toBe(pinned)
    await store.write((db) => db.deleteFrom('pins').where('account_id', '=', 'acct').execute())
    await sweepAfter(2 * (strayFeaturesKeptMs + minuteMs))
    expect(await countOf('features')).toBe(0)
  })

  it('a sweep ends between two pieces when it is cancelled', async () => {
    await inThousands(2 * rowsPerPieceMax, featureOf, (rows) => store.write((db) => insertFeatures(db, rows, long)))
    const stopping = new AbortController()
    let writes = 0
    // The first two find neither seen nor recent frames.
    const stopsAtThird: Store = {
      ...store,
      write: (work, options) => store.write(work, options).finally(() => ++writes === 3 && stopping.abort()),
    }
    const sweep = new PictureSweep({ store: stopsAtThird, clock: () => new Date() }, { hasPicture }, daysKept)
    await backgroundWorkFor('acct', () => sweep.run('acct'), stopping.signal)
    expect(await countOf('features')).toBe(rowsPerPieceMax)
    await sweepAfter(0)
    expect(await countOf('features')).toBe(0)
  })

  it('a picture that is pinned while a sweep is about to delete its features keeps them', async () => {
    await store.write((db) => insertFeatures(db, [featureOf('just-in-time')], long))
    const now = new Date().toISOString()
    let sweeping = Promise.resolve()
    await store.write(async (db) => {
      await insertFeatures(db, [featureOf('just-in-time')], now)
      const pin = { source: 'frame:f', contentHash: 'just-in-time', fault: null }
      await insertPin(db, { accountId: 'acct', profileId: 'prof' }, pin, now)
      sweeping = sweepAfter(0)
      await new Promise((resolve) => setTimeout(resolve, 300))
    })
    await sweeping
    expect(await featuresOf(['just-in-time'])).toBe(1)
  })
})
