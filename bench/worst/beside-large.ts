import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '../../tests/harness/client.ts'
import type { Env } from '../../tests/harness/home.ts'
import { type Line, median, ms, timed } from '../harness/report.ts'
import { serve } from '../harness/serve.ts'
import { manyComparisons, midSizedState } from './bodies.ts'
import { change, newAccount, newProfile } from './fixture.ts'

const largeAtOnce = 6
const idleRounds = 20
const pauseMs = 100

interface Waits {
  readonly reads: number[]
  readonly annotations: number[]
  readonly refused: number[]
}

/** How long another account waits while one account sends six PATCHes with the largest allowed history. */
export async function measureBesideLarge(env: Env): Promise<readonly Line[]> {
  manyComparisons()
  const served = await serve(env)
  try {
    const other = served.as(await newAccount(env))
    const profile = await newProfile(other)
    const counter = { total: 1_000_000 }
    await change(other, profile, {
      versions: [{ id: 'v1', branchId: 'main', message: 'v1', snapshot: midSizedState() }],
      budget: { questions: counter },
    })
    const idle = newWaits()
    for (let i = 0; i < idleRounds; i++) await visit(other, profile, idle)
    const aloneMs = await timed(() => patchLarge(served))
    const beside = newWaits()
    let isRunning = true
    const visiting = (async () => {
      while (isRunning) {
        await visit(other, profile, beside)
        await pause(pauseMs)
      }
    })()
    const statuses: number[] = []
    const togetherMs = await timed(async () => {
      const patches = Array.from({ length: largeAtOnce }, async () => statuses.push(await patchLarge(served)))
      await Promise.all(patches)
    })
    isRunning = false
    await visiting
    return [
      { what: 'PATCH of 20 × 18,000 comparisons, alone', figure: ms(aloneMs) },
      { what: `${largeAtOnce} of them at once`, figure: `${ms(togetherMs)}, answered ${statuses.join(' ')}` },
      { what: 'GET of 160 kB, idle', figure: ms(median(idle.reads)) },
      { what: '… during six', figure: figureOf(beside.reads, idle.reads) },
      { what: 'one annotation, idle', figure: ms(median(idle.annotations)) },
      { what: '… during six', figure: figureOf(beside.annotations, idle.annotations) },
      {
        what: 'refused during six',
        figure: `${beside.refused.length} of ${2 * beside.reads.length}`,
        target: '0',
        met: beside.refused.length === 0,
      },
    ]
  } finally {
    await served.stop()
  }
}

function newWaits(): Waits {
  return { reads: [], annotations: [], refused: [] }
}

async function visit(client: Client, profile: string, { reads, annotations, refused }: Waits): Promise<void> {
  const call = async (method: string, path: string, body?: object) => {
    const ask = () => client.call(method, path, { body })
    // The service may have closed the idle connection while this process built a 25 MB body.
    const { status } = await ask().catch(ask)
    if (status >= 300) refused.push(status)
  }
  const constraints = [{ question: 'How should the light fall?', answer: 'softly' }]
  reads.push(await timed(() => call('GET', `/v1/profiles/${profile}`)))
  annotations.push(await timed(() => call('POST', `/v1/profiles/${profile}/annotations`, { constraints })))
}

async function patchLarge(client: Client): Promise<number> {
  const id = await newProfile(client)
  const { status } = await client.call('PATCH', `/v1/profiles/${id}`, { raw: manyComparisons() })
  return status
}

function figureOf(values: readonly number[], idle: readonly number[]): string {
  const usual = median(idle)
  const ratio = (value: number) => `${ms(value)} (${(value / usual).toFixed(1)}×)`
  return `median ${ratio(median(values))}, longest ${ratio(Math.max(...values))}, of ${values.length}`
}
