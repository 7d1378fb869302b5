import { readConfig } from '@palate/server/config/config.ts'
import { openStore } from '@palate/server/store/open.ts'
import type { Store } from '@palate/server/store/store.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { frameOf } from '../../frames/frame-requests.ts'
import type { Client } from '../../harness/client.ts'
import { createHome, type Home } from '../../harness/service.ts'
import { createProfile } from '../../profiles/profile-requests.ts'
import { type EmbeddingEndpoint, startEmbeddingEndpoint } from '../embedding-endpoint.ts'
import { type Mood, paint } from '../pictures.ts'
import { diagnose, openStage, profileWith, type Stage, scoresOf } from '../scoring-service.ts'
import { writeSmallModel } from './small-model.ts'

const pictures: readonly (readonly [Mood, number])[] = [
  ['warm', 1],
  ['cold', 2],
  ['warm', 3],
  ['cold', 4],
]
const dimensions = ['aesthetics', 'likeness', 'usability']

// The store does not depend on the kind of embedder.
const cases = [
  { engine: 'sqlite', embedder: 'onnx' },
  { engine: 'postgres', embedder: 'http' },
] as const

describe.each(cases)('uploads with an $embedder embedder on $engine', ({ engine, embedder }) => {
  let endpoint: EmbeddingEndpoint
  let env: Record<string, string>
  let home: Home
  let stage: Stage
  let store: Store
  let uploaded: string[]
  let hosted: string[]
  beforeAll(async () => {
    endpoint = await startEmbeddingEndpoint()
    const model = `onnx:${await writeSmallModel({ card: { mean: 0, deviation: 1 } })}`
    env = { PALATE_EMBEDDER: embedder === 'onnx' ? model : endpoint.setting }
    home = await createHome(engine)
    stage = await openStage(engine, env, home)
    store = await openStore(readConfig(home.env))
    const painted = await Promise.all(pictures.map(([mood, seed]) => paint({ mood, seed })))
    uploaded = await Promise.all(painted.map(async (bytes) => (await frameOf(stage.service, bytes)).url))
    hosted = await Promise.all(pictures.map(([mood, seed]) => stage.picture(mood, seed)))
  })
  afterAll(async () => {
    await store.close()
    await stage.close()
    await endpoint.close()
    await home.remove()
  })

  const judgementsOf = ([good, bad, a, b]: readonly string[]) => ({
    exemplars: [
      { id: 'good', url: good, label: 'good' },
      { id: 'bad', url: bad, label: 'bad' },
    ],
    comparisons: [{ id: 'c', frameA: { id: 'a', url: a }, frameB: { id: 'b', url: b }, winner: 'a' }],
  })
  const framesAt = (urls: readonly string[]) => urls.map((url, i) => ({ id: `f${i}`, url }))

  /** The scores of the pictures at these URLs for two owners: one who judged them and one who judged nothing. */
  async function scoresAt(client: Client, urls: readonly string[]) {
    const owners = [await profileWith(client, judgementsOf(urls)), await createProfile(client)]
    return Promise.all(owners.map((id) => scoresOf(client, id, framesAt(urls), { dimensions })))
  }

  it('are scored and learned from like the same pictures at URLs', async () => {
    // Another account: it has no features of the uploads.
    const byAddress = await scoresAt(stage.service.as(await stage.service.newAccount()), hosted)
    expect(await scoresAt(stage.service, uploaded)).toEqual(byAddress)
  })

  it('that an earlier version stored without the built-in embedding are read again', async () => {
    const taught = await profileWith(stage.service, judgementsOf(uploaded))
    const askAll = () => scoresOf(stage.service, taught, framesAt(uploaded), { dimensions })
    const before = await askAll()
    await stage.close()
    const complete = await lengths()
    const incomplete = 4 * (embedder === 'onnx' ? 3 : 8)
    await cutEmbeddings(incomplete)
    expect(await lengths()).toEqual([incomplete])

    stage = await openStage(engine, env, home)
    // By the ids under which they were scored, whose bytes only the library has.
    const named = { comparisons: [{ id: 'c', frameA: 'f0', frameB: 'f1', winner: 'f0' }] }
    expect((await diagnose(stage.service, await profileWith(stage.service, named))).unusable).toEqual([])
    expect(await askAll()).toEqual(before)
    // Features of the other account's pictures stay incomplete until they are used.
    await expect.poll(() => lengthsOfUploads()).toEqual(complete)
  })

  it('leave nothing in the prior of a new profile', async () => {
    const id = await createProfile(stage.service)
    const { account_id } = await store.read.selectFrom('frames').select('account_id').executeTakeFirstOrThrow()
    const spaces = await store.read.selectFrom('features').select('embedder_id').distinct().execute()
    const pin = { account_id, profile_id: id, pool: '{"crowdShare":null}', pinned_at: '2026-01-01T00:00:00.000Z' }
    const pins = spaces.map(({ embedder_id }) => ({ ...pin, features_id: embedder_id }))
    await store.write((db) => db.insertInto('pooled_tastes').values(pins).execute())
    const [score] = await scoresOf(stage.service, id, framesAt(uploaded))
    expect(score).toEqual({ frame_id: 'f0', aesthetics: expect.any(Number) })
  })

  /** Truncates every stored embedding to its first bytes. */
  async function cutEmbeddings(bytes: number): Promise<void> {
    const rows = await store.read.selectFrom('features').select(['account_id', 'content_hash', 'embedding']).execute()
    await store.write(async (db) => {
      for (const { account_id, content_hash, embedding } of rows) {
        const row = db.updateTable('features').where('account_id', '=', account_id)
        await row
          .where('content_hash', '=', content_hash)
          .set({ embedding: embedding.slice(0, bytes) })
          .execute()
      }
    })
  }

  /** The distinct lengths of the stored embeddings in bytes. */
  async function lengths(): Promise<readonly number[]> {
    const rows = await store.read.selectFrom('features').select('embedding').execute()
    return [...new Set(rows.map(({ embedding }) => embedding.byteLength))]
  }

  async function lengthsOfUploads(): Promise<readonly number[]> {
    const uploads = store.read.selectFrom('frames').select('account_id')
    const rows = await store.read
      .selectFrom('features')
      .select('embedding')
      .where('account_id', 'in', uploads)
      .execute()
    return [...new Set(rows.map(({ embedding }) => embedding.byteLength))]
  }
})
