import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { formPartsMax } from '@palate/server/frames/receive-upload.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { boundary, formOf, type Part } from '../frames/frame-requests.ts'
import { eventually } from '../harness/eventually.ts'
import { createProcesses, type Serving } from '../harness/processes.ts'
import { createHome, type Home } from '../harness/service.ts'
import { operationRequests, pixel, unknownIds } from '../properties/operation-requests.ts'
import { runsFactor } from '../properties/runs.ts'
import { type Ending, endings, sendCut, type WholeRequest } from './cut-request.ts'

const connectionsAtOnce = 16
/** Larger bodies are read on an offload thread. Leading spaces do not change JSON. */
const largeBytes = 66_000
/** A long run (`PALATE_PROPERTY_RUNS`) cuts at each byte. */
const bytesPerCut = runsFactor > 1 ? 1 : 32
/** Longer forms are cut only within these bytes. */
const longFormBytes = 400

interface Example extends WholeRequest {
  readonly name: string
  /** The smallest cut that is sent. */
  readonly fromBytes: number
  /** From this size on, a cut body may count as complete. */
  readonly wholeBytes: number
}

const picture = Buffer.from(pixel.slice(pixel.indexOf(',') + 1), 'base64')

function uploads(): readonly Example[] {
  const file: Part = { name: 'a.png', bytes: picture }
  const field: Part = { field: 'note', bytes: Buffer.from('x') }
  const forms: Readonly<Record<string, readonly Part[]>> = {
    'a form with a file': [file],
    'a form with fields beside the file': [field, file, field],
    'a form with a file of another name': [{ ...file, field: 'picture' }],
    'a form with two files': [file, file],
    'a form with too many parts': Array.from({ length: formPartsMax + 3 }, () => field),
  }
  const upload = { method: 'POST', path: '/api/frames/upload?projectId=p' }
  const trailerBytes = '\r\n'.length
  const sentForms = Object.entries(forms).map(([name, parts]) => {
    const body = Buffer.from(formOf(parts))
    const type = `multipart/form-data; boundary=${boundary}`
    const fromBytes = Math.max(0, body.length - longFormBytes)
    return { ...upload, name, type, body, fromBytes, wholeBytes: body.length - trailerBytes }
  })
  // A decoder does not need the end of the last chunk.
  const raw = {
    ...upload,
    name: 'a picture',
    type: 'image/png',
    body: picture,
    fromBytes: 0,
    wholeBytes: picture.length - 20,
  }
  return [raw, ...sentForms]
}

function jsonBodies(): readonly Example[] {
  const signIn = { operation: 'createSession', method: 'POST', path: '/api/session', value: { key: 'plt_none' } }
  const keyed = operationRequests(unknownIds('p'), 'Cut').flatMap(({ operation, route, path, body }) =>
    route.body?.kind === 'json' ? [{ operation, method: route.method, path, value: body }] : [],
  )
  const small = [signIn, ...keyed].map(({ operation, method, path, value }) => {
    const body = Buffer.from(JSON.stringify(value))
    const type = 'application/json'
    return { name: `the body of ${operation}`, method, path, type, body, fromBytes: 0, wholeBytes: body.length }
  })
  const mayBeLarge = ['updateProfile', 'importProfile', 'scoreFrames', 'submitBatch', 'previewProfile']
  const large = small
    .filter(({ name }) => mayBeLarge.some((operation) => name.endsWith(operation)))
    .map((one) => {
      const body = Buffer.from(one.body.toString().padStart(largeBytes))
      const fromBytes = largeBytes - 40
      return { ...one, name: `${one.name}, when it is large`, body, fromBytes, wholeBytes: largeBytes }
    })
  return [...small, ...large]
}

// Bodies are read before the store is queried. In a real process, because an unhandled error ends it.
describe('a body cut at any byte', () => {
  const processes = createProcesses()
  let home: Home
  let serving: Serving
  beforeAll(async () => {
    home = await createHome('sqlite')
    const limits = { PALATE_RATE_LIMIT: '1000000', PALATE_KEYLESS_RATE_LIMIT: '1000000' }
    serving = await processes.serve({ ...home.env, ...limits })
  })
  afterAll(async () => {
    await processes.stopAll()
    await home.remove()
  })

  const everyEnding = Object.keys(endings) as Ending[]
  const cases = [...uploads(), ...jsonBodies()].flatMap((example) =>
    everyEnding.map((ending) => [example.name, ending, example] as const),
  )

  it.each(cases)('%s, cut %s, is refused or dropped and the service keeps running', async (_, ending, example) => {
    const before = await stored()
    const { fromBytes, wholeBytes, body } = example
    // From the end, where a cut body is most easily taken for a whole one.
    const cuts = Array.from(
      { length: Math.ceil((body.length - fromBytes) / bytesPerCut) },
      (_, i) => body.length - 1 - i * bytesPerCut,
    )
    const taken: object[] = []
    const sendOneByOne = async () => {
      for (let bytes = cuts.pop(); bytes !== undefined; bytes = cuts.pop()) {
        const status = await sendCut(serving, example, bytes, ending)
        const isWhole = ending === declaringRest && bytes >= wholeBytes
        if (!isRefused(status, ending) && !isWhole) taken.push({ bytes, status })
      }
    }
    await Promise.all(Array.from({ length: connectionsAtOnce }, sendOneByOne))
    expect(taken).toEqual([])
    expect((await serving.call('GET', '/healthz', { key: null })).status).toBe(200)
    expect(serving.child.exitCode).toBeNull()
    if (ending !== declaringRest) expect(await stored()).toEqual(before)
    await eventually(() => expect(filesIn(join(home.env.PALATE_DATA_DIR ?? '', 'incoming'))).toEqual([]))
    const { stderr } = serving.output()
    expect(stderr.split('\n').filter((line) => line.includes('"level":50'))).toEqual([])
  })

  /** The number of each. */
  async function stored(): Promise<object> {
    const lists = {
      profiles: '/v1/profiles',
      frames: '/api/frames',
      webhooks: '/v1/webhooks',
      batches: '/v1/score/batch',
    }
    const counts = Object.entries(lists).map(async ([name, path]) => {
      const { status, body } = await serving.call('GET', path)
      expect(status).toBe(200)
      return [name, body[name].length]
    })
    return Object.fromEntries(await Promise.all(counts))
  }
})

const declaringRest: Ending = 'in a request that declares what is left of it'

/** A client that has disconnected or closed its side needs no response. */
function isRefused(status: number | undefined, ending: Ending): boolean {
  if (status === undefined) return ending !== declaringRest
  return status >= 400 && status < 500
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
