import { afterAll, beforeAll } from 'vitest'
import type { Client } from '../harness/client.ts'
import { createProcesses } from '../harness/processes.ts'
import { createHome, type Engine, type Home, startService, type TestService } from '../harness/service.ts'

/** Where concurrent requests are sent: one process or several on one store. */
export const settings = [
  { setting: 'one process on sqlite', engine: 'sqlite', processes: 0 },
  { setting: 'one process on postgres', engine: 'postgres', processes: 0 },
  { setting: 'two processes on one SQLite file', engine: 'sqlite', processes: 2 },
  { setting: 'two processes on one PostgreSQL', engine: 'postgres', processes: 2 },
] as const satisfies readonly { setting: string; engine: Engine; processes: number }[]

export interface ConcurrentClients {
  /** Sends conflicting requests concurrently, spread over the processes. */
  race<Result>(count: number, ask: (client: Call, i: number) => Promise<Result>): Promise<readonly Result[]>
  /** For requests before and after the race. */
  readonly call: Call
}

export type Call = Client['call']

/** Starts the processes of a setting before its tests and stops them afterwards. 0: inside the test's process. */
export function startConcurrentClients(engine: Engine, processes: number): ConcurrentClients {
  const all = createProcesses()
  let calls: readonly Call[] = []
  let home: Home | undefined
  let inside: TestService | undefined
  beforeAll(async () => {
    if (processes === 0) {
      inside = await startService(engine)
      calls = [inside.call]
      return
    }
    home = await createHome(engine)
    const env = { ...home.env, PALATE_RATE_LIMIT: '1000000', PALATE_LOG_LEVEL: 'warn' }
    const started = await Promise.all(Array.from({ length: processes }, () => all.serve(env)))
    calls = started.map(({ call }) => call)
  })
  afterAll(async () => {
    await inside?.stop()
    await all.stopAll()
    await home?.remove()
  })
  const nth = (i: number): Call => {
    const call = calls[i % calls.length]
    if (!call) throw new Error('nothing was started')
    return call
  }
  return {
    race: (count, ask) => Promise.all(Array.from({ length: count }, (_, i) => ask(nth(i), i))),
    call: (method, path, ask) => nth(0)(method, path, ask),
  }
}

let made = 0

/** A new profile's path. */
export async function newProfile(call: Call): Promise<string> {
  made += 1
  const { body } = await call('POST', '/v1/profiles', { body: { projectId: 'races', name: `profile ${made}` } })
  return `/v1/profiles/${body.id}`
}

export function commitOf(id: string, parentVersionId: string | null, branchId = 'main') {
  const snapshot = { constraints: [{ id: `by ${id}`, answer: id }] }
  return { profileData: { versions: [{ id, branchId, parentVersionId, message: id, snapshot }] } }
}
