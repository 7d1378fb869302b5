/**
 * Measures how long suggestions take in a project of 5,000 frames, and how long the overview of a large profile waits.
 *
 *   npm run bench:latency
 */
import { setTimeout as pause } from 'node:timers/promises'
import { attributes, attributesVersion } from '@palate/core/taste/attributes.ts'
import { readConfig } from '@palate/server/config/config.ts'
import { inOrder, insertFeatures } from '@palate/server/pictures/features/feature-store.ts'
import { upsertRecentFrames } from '@palate/server/pictures/seen-frames/seen-frame-store.ts'
import { openStore } from '@palate/server/store/open.ts'
import { openBuiltinPrior } from '@palate/server/taste/learning/builtin-prior.ts'
import { createHomeOn } from '../../tests/harness/home.ts'
import { createProfile } from '../harness/profile.ts'
import { type Line, median, ms, percentile, printTable, timed } from '../harness/report.ts'
import { processorMs, type Served, serve } from '../harness/serve.ts'
import { seeded } from '../taste/protocol.ts'

const frameCount = 5000
const clusterCount = 40
const judgedBefore = 60
const rounds = 40
const p50MsMax = 100
const addedLater = 10
const settleMs = 5000

printTable(`suggestions in a project of ${frameCount.toLocaleString('en')} frames`, await measureLatency())

/** One person judges the suggested comparisons one at a time and waits for each suggestion. */
async function measureLatency(): Promise<readonly Line[]> {
  const home = await createHomeOn(undefined)
  const service = await serve(home.env)
  try {
    const profile = await createProfile(service)
    await fillProject(home.env, profile, await embedderOf(service, profile))
    const firstMs = await timed(() => ask(service, profile))
    for (let i = 0; i < judgedBefore; i += 10) await judge(service, profile, await ask(service, profile, 10))
    // A person needs minutes for that many judgements. Meanwhile the service reads the features of the other frames.
    await pause(settleMs)
    const times: number[] = []
    const before = processorMs(service.child)
    for (let i = 0; i < rounds; i++) {
      const { suggestions, tookMs } = await ask(service, profile)
      times.push(tookMs)
      await judge(service, profile, { suggestions: suggestions.slice(0, 1) })
    }
    const processor = (processorMs(service.child) - before) / rounds
    const sorted = times.toSorted((a, b) => a - b)
    const large = await measureLargeProfile(service)
    return [
      { what: 'first request, which reads the features of all frames', figure: ms(firstMs) },
      {
        what: `request after each judgement, from ${judgedBefore} on, p50`,
        figure: ms(median(times)),
        target: `< ${p50MsMax} ms`,
        met: median(times) < p50MsMax,
      },
      { what: 'the same, p90', figure: ms(percentile(sorted, 0.9)) },
      { what: 'processor time for a request and its judgement', figure: ms(processor) },
      ...large,
    ]
  } finally {
    await service.stop()
    await home.remove()
  }
}

/** After commits to a large profile, everything that its overview requests, at the same time. */
async function measureLargeProfile(service: Served): Promise<readonly Line[]> {
  const profile = await createProfile(service)
  const random = seeded(5)
  const frameId = () => `frame-${Math.floor(random() * frameCount)}`
  const exemplars = Array.from({ length: 300 }, (_, i) => ({
    ...{ id: `e${i}`, frameId: `frame-${16 * i}`, label: random() < 0.5 ? 'good' : 'bad' },
  }))
  const comparisons = Array.from({ length: 500 + addedLater }, (_, i) => {
    const [frameA, frameB] = [frameId(), `frame-${i}`]
    return { id: `c${i}`, frameA, frameB, winner: frameA < frameB ? frameA : frameB }
  })
  const commit = async (id: string, parentVersionId: string | null, count: number) => {
    const snapshot = { constraints: [], exemplars, comparisons: comparisons.slice(0, count) }
    const version = { id, branchId: 'main', parentVersionId, message: id, snapshot }
    const body = { profileData: { versions: [version] } }
    const { status, text } = await service.call('PATCH', `/v1/profiles/${profile}`, { body })
    if (status !== 200) throw new Error(text)
  }
  const read = (path: string) => timed(() => service.call('GET', `/v1/profiles/${profile}${path}`))
  const overview = async (what: string) => {
    const before = processorMs(service.child)
    const [profileMs, first, diagnostics] = await Promise.all([read(''), read('/suggestions'), read('/diagnostics')])
    const processor = processorMs(service.child) - before
    const line = (part: string, figure: number, max: number) => ({
      ...{ what: `${what}: ${part}`, figure: ms(figure), target: `< ${max} ms`, met: figure < max },
    })
    return [
      line('the profile', profileMs, 1000),
      line('the first suggestions, at the same time', first, 500),
      line('the diagnostics, at the same time', diagnostics, 3000),
      { what: `${what}: processor time`, figure: ms(processor) },
    ]
  }
  await commit('v1', null, 500)
  const before = await overview('300 exemplars and 500 comparisons, never seen before')
  // What continues after the responses.
  await pause(settleMs)
  await commit('v2', 'v1', 500 + addedLater)
  return [...before, ...(await overview(`a commit of ${addedLater} more comparisons`))]
}

async function embedderOf(service: Served, profile: string): Promise<string> {
  return (await service.call('GET', `/v1/profiles/${profile}/diagnostics`)).body.embedder
}

async function ask(service: Served, profile: string, limit = 10) {
  const started = performance.now()
  const { status, text, body } = await service.call(
    'GET',
    `/v1/profiles/${profile}/suggestions?kind=comparison&limit=${limit}`,
  )
  if (status !== 200) throw new Error(text)
  return { suggestions: body.suggestions as readonly Suggestion[], tookMs: performance.now() - started }
}

interface Suggestion {
  readonly frameA: { readonly id: string }
  readonly frameB: { readonly id: string }
  readonly repeat?: true
}

async function judge(service: Served, profile: string, { suggestions }: { suggestions: readonly Suggestion[] }) {
  // With `repeat`, or the answer would only replace the earlier one, and the same pair would be suggested again.
  const comparisons = suggestions.map(({ frameA, frameB, repeat }) => ({
    ...{ frameA: frameA.id, frameB: frameB.id, repeat },
    winner: frameA.id < frameB.id ? frameA.id : frameB.id,
  }))
  const { status, text } = await service.call('POST', `/v1/profiles/${profile}/annotations`, { body: { comparisons } })
  if (status !== 201) throw new Error(text)
}

/** Clustered frames with stored features, as if they had been scored: feature extraction is not measured. */
async function fillProject(env: Readonly<Record<string, string | undefined>>, profileId: string, embedder: string) {
  const store = await openStore(readConfig(env))
  const length = openBuiltinPrior({ kind: 'builtin' }).prior.dimensions
  const random = seeded(3)
  const vector = () => Float32Array.from({ length }, () => random() + random() - 1)
  const centres = Array.from({ length: clusterCount }, vector)
  const now = new Date().toISOString()
  const { account_id: accountId, project_id: projectId } = await store.read
    .selectFrom('profiles')
    .select(['account_id', 'project_id'])
    .where('id', '=', profileId)
    .executeTakeFirstOrThrow()
  for (let start = 0; start < frameCount; start += 50) {
    const frames = Array.from({ length: 50 }, (_, i) => {
      const contentHash = (start + i).toString(16).padStart(64, '0')
      const embedding = vector().map((value, k) => 0.5 * value + (centres[(start + i) % clusterCount]?.[k] ?? 0))
      const measured = Object.fromEntries(attributes.map(({ name }) => [name, random()]))
      return { contentHash, embedding, measured, frameId: `frame-${start + i}` }
    })
    const rows = frames.map(({ contentHash, embedding, measured }) => ({
      ...{ accountId, contentHash, embedderId: `${embedder}.${attributesVersion}` },
      embedding: new Uint8Array(embedding.buffer),
      attributes: JSON.stringify(measured),
    }))
    const seen = frames.map(({ contentHash, frameId }) => ({
      ...{ accountId, projectId, frameId, contentHash, profileId, scores: '{}', seenAt: now },
      url: `https://pictures.example/${frameId}.jpg`,
    }))
    await store.write(async (db) => {
      await insertFeatures(db, inOrder(rows), now)
      await upsertRecentFrames(db, accountId, seen)
    })
  }
  await store.close()
}
