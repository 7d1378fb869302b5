import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createProfile } from '../harness/profile.ts'
import { type Line, median, ms } from '../harness/report.ts'
import { eventLoopMs, processorMs, type Served } from '../harness/serve.ts'
import type { ScoreBench } from './bench.ts'
import { numbered } from './setup/pictures.ts'

const filesPerRun = 200
const filesPerRequest = 40
const fileBytes = 300_000
const folderFiles = 500
const command = new URL('../../packages/cli/bin/palate.js', import.meta.url).pathname

type Form = 'json' | 'form'

interface Cost {
  readonly seconds: number
  readonly processorMs: number
  readonly eventLoopMs: number
  /** Growth of the peak of the resident memory over the memory at the start. */
  readonly peakMb: number
}

/** New pictures that are sent with the request: inline as base64 in JSON, and as the parts of a form. */
export async function measureFiles(bench: ScoreBench): Promise<readonly Line[]> {
  const { served, rounds } = bench
  const profileId = await createProfile(served)
  let number = 0
  const files = (count = filesPerRun) => Array.from({ length: count }, () => padded(bench.fixture.jpegs[0], number++))
  const costs: Record<Form, Cost[]> = { json: [], form: [] }
  for (let round = 0; round <= rounds; round++) {
    for (const form of ['json', 'form'] as const) {
      const cost = await costOf(served, () => scoreFiles(served, profileId, files(), form))
      // The first round starts threads.
      if (round > 0) costs[form].push(cost)
    }
  }
  const figure = (value: (cost: Cost) => number, unit: (value: number) => string) => {
    const [json, form] = [median(costs.json.map(value)), median(costs.form.map(value))]
    return `${unit(json)} → ${unit(form)}, ratio ${(form / json).toFixed(2)}`
  }
  const folder = await costOf(served, () => scoreFolder(served, profileId, files(folderFiles)))
  const filesPerSecond = filesPerRun / median(costs.form.map(({ seconds }) => seconds))
  const perFile = (value: (cost: Cost) => number) => figure((cost) => value(cost) / filesPerRun, ms)
  return [
    {
      what: 'time',
      figure: figure(
        ({ seconds }) => seconds,
        (value) => `${value.toFixed(2)} s`,
      ),
    },
    { what: 'processor time per file', figure: perFile((cost) => cost.processorMs) },
    { what: 'event loop per file', figure: perFile((cost) => cost.eventLoopMs) },
    {
      what: 'peak of memory above the start',
      figure: figure(
        ({ peakMb }) => peakMb,
        (value) => `${value.toFixed(0)} MB`,
      ),
    },
    {
      what: `\`palate score\` of a folder with ${folderFiles} of them`,
      figure: `${folder.seconds.toFixed(1)} s, ${(folderFiles / folder.seconds / filesPerSecond).toFixed(2)} of the files per second of the form`,
    },
  ]
}

/** As a person would, from the start of the command to its end. */
async function scoreFolder({ url, key }: Served, profileId: string, files: readonly Buffer[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'palate-bench-'))
  try {
    for (const [i, bytes] of files.entries()) writeFileSync(join(folder, `${i}.jpg`), bytes)
    const env = { ...process.env, PALATE_URL: url, PALATE_API_KEY: key }
    const args = [command, 'score', folder, '--profile', profileId, '--json']
    const { stdout } = await promisify(execFile)(process.execPath, args, { env, maxBuffer: 64 * 1024 * 1024 })
    const { scores } = JSON.parse(stdout) as { readonly scores: readonly unknown[] }
    if (scores.length !== files.length) throw new Error(`${scores.length} of ${files.length} files were scored`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A picture of 300 kB: what follows the end of a JPEG is ignored. */
function padded(bytes: Buffer = Buffer.alloc(0), number: number): Buffer {
  return Buffer.concat([numbered(bytes, 'jpeg', number), Buffer.alloc(Math.max(0, fileBytes - bytes.length))])
}

async function scoreFiles({ url, key }: Served, profileId: string, files: readonly Buffer[], form: Form) {
  for (let from = 0; from < files.length; from += filesPerRequest) {
    const slice = files.slice(from, from + filesPerRequest)
    const body = form === 'json' ? jsonOf(profileId, slice) : formOf(profileId, slice)
    const headers = { authorization: `Bearer ${key}`, ...(form === 'json' && { 'content-type': 'application/json' }) }
    const response = await fetch(`${url}/v1/score`, { method: 'POST', headers, body })
    const { scores } = (await response.json()) as { readonly scores?: readonly { readonly aesthetics: unknown }[] }
    const scored = scores?.filter(({ aesthetics }) => typeof aesthetics === 'number').length
    if (scored !== slice.length) throw new Error(`${response.status}: ${scored} of ${slice.length} files were scored`)
  }
}

function jsonOf(profileId: string, files: readonly Buffer[]): string {
  return requestOf(
    profileId,
    files.map((bytes) => `data:image/jpeg;base64,${bytes.toString('base64')}`),
  )
}

function formOf(profileId: string, files: readonly Buffer[]): FormData {
  const form = new FormData()
  form.append(
    'request',
    requestOf(
      profileId,
      [...files.keys()].map((i) => `part:${i}`),
    ),
  )
  for (const [i, bytes] of files.entries()) form.append(`${i}`, new Blob([new Uint8Array(bytes)]), `${i}.jpg`)
  return form
}

function requestOf(profileId: string, urls: readonly string[]): string {
  const frames = urls.map((url, i) => ({ id: `f${i}`, url }))
  return JSON.stringify({ profile_id: profileId, dimensions: ['aesthetics'], frames })
}

async function costOf({ child }: Served, work: () => Promise<unknown>): Promise<Cost> {
  // Forgets the peak so far.
  writeFileSync(`/proc/${child.pid}/clear_refs`, '5')
  const startMb = memoryMb(child.pid, 'VmRSS')
  const [started, used, usedByLoop] = [performance.now(), processorMs(child), eventLoopMs(child)]
  await work()
  return {
    seconds: (performance.now() - started) / 1000,
    processorMs: processorMs(child) - used,
    eventLoopMs: eventLoopMs(child) - usedByLoop,
    peakMb: memoryMb(child.pid, 'VmHWM') - startMb,
  }
}

function memoryMb(pid: number | undefined, name: 'VmRSS' | 'VmHWM'): number {
  const kilobytes = new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1024
}
