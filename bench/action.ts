/**
 * Measures the GitHub action on pull requests with 300 pictures, as a runner runs it: its one file, in a checkout.
 *
 *   npm run bench:action -- --data DIR [--rounds 3]
 *
 * DIR has screenshots of websites (reinecke/). The service runs on the same machine. Every round has new bytes.
 */
import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Palate } from '@palate/client'
import { readRows } from '../fitting/prior/picture-sets.ts'
import { actionFile } from '../scripts/build-action.ts'
import { createHomeOn } from '../tests/harness/home.ts'
import { createFolder } from '../tests/harness/temporary-folder.ts'
import { type Line, median, printTable, timed } from './harness/report.ts'
import { processorMs, serve } from './harness/serve.ts'
import { numbered } from './score/setup/pictures.ts'

const pictures = 300
const labelsPerSide = 8
/** Half of what a run took when it installed its dependencies and started a command line. */
const secondsMax = 16.5

const { values } = parseArgs({ options: { data: { type: 'string' }, rounds: { type: 'string', default: '3' } } })
if (values.data === undefined) throw new Error('--data DIR is needed')
const screenshots = await readScreenshots(values.data)
const home = await createHomeOn(undefined)
const served = await serve({ ...home.env, PALATE_PUBLIC_URL: 'https://palate.example.com' })
const palate = new Palate({ url: served.url, apiKey: served.key })
const profileId = await teach()
let lastNumber = 0

try {
  const lines: Line[] = []
  for (const [what, isChange] of [
    [`a pull request that adds ${pictures} pictures`, false],
    [`… that changes ${pictures}, compared with the base`, true],
  ] as const) {
    const runs: Run[] = []
    for (let round = 0; round < Number(values.rounds); round++) runs.push(await measure(isChange))
    const seconds = median(runs.map(({ ms }) => ms)) / 1000
    const used = (member: 'action' | 'service') => (median(runs.map((run) => run[member])) / 1000).toFixed(1)
    const parts = `processor time: action ${used('action')} s, service ${used('service')} s`
    const target = isChange ? {} : { target: `at most ${secondsMax} s`, met: seconds <= secondsMax }
    lines.push({ what, figure: `${seconds.toFixed(1)} s; ${parts}`, ...target })
  }
  printTable(`the GitHub action (medians of ${values.rounds} rounds)`, lines)
} finally {
  await served.stop()
  await home.remove()
}

/** The best are the first. */
async function readScreenshots(data: string): Promise<readonly Buffer[]> {
  const rows = await readRows(join(data, 'reinecke', 'images.csv'))
  const byRating = rows.toSorted((a, b) => Number(b.mean_rating_1_9) - Number(a.mean_rating_1_9))
  return byRating.slice(0, pictures).map(({ file = '' }) => readFileSync(join(data, 'reinecke', 'images', file)))
}

async function teach(): Promise<string> {
  const { id } = await palate.profiles.create({ projectId: 'bench', name: 'Websites' })
  for (const [label, chosen] of [
    ['good', screenshots.slice(0, labelsPerSide)],
    ['bad', screenshots.slice(-labelsPerSide)],
  ] as const) {
    for (const bytes of chosen) {
      const { url } = await palate.frames.upload(new Blob([new Uint8Array(bytes)]), { projectId: 'bench' })
      await palate.annotations.add(id, { exemplars: [{ label, url }] })
    }
  }
  await palate.profiles.commit(id, { message: 'Taught' })
  // A service that runs has learned the profile, and its threads have started.
  const [first = Buffer.alloc(0)] = screenshots
  const frames = Array.from({ length: 8 }, (_, i) => ({ id: `${i}`, picture: numbered(first, 'jpeg', -1 - i) }))
  await palate.score({ profile_id: id, dimensions: ['aesthetics'], frames, verdict: true })
  return id
}

interface Run {
  readonly ms: number
  /** Processor time, with that of the processes that it starts. */
  readonly action: number
  readonly service: number
}

async function measure(isChange: boolean): Promise<Run> {
  const folder = createFolder('action')
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: folder })
  const commitPictures = () => {
    for (const [i, bytes] of screenshots.entries()) {
      lastNumber += 1
      writeFileSync(join(folder, 'pages', `${i}.jpg`), numbered(bytes, 'jpeg', lastNumber))
    }
    git('add', '.')
    git('commit', '--quiet', '-m', 'Pictures')
  }
  git('init', '--quiet', '--initial-branch=main')
  git('commit', '--quiet', '--allow-empty', '-m', 'Before')
  mkdirSync(join(folder, 'pages'))
  if (isChange) commitPictures()
  git('update-ref', 'refs/remotes/origin/main', 'HEAD')
  commitPictures()
  try {
    const before = processorMs(served.child)
    let action = 0
    const ms = await timed(async () => {
      action = await runAction(folder, isChange)
    })
    return { ms, action, service: processorMs(served.child) - before }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Returns the processor time, which the file says at its end. */
async function runAction(folder: string, isChange: boolean): Promise<number> {
  const usage = `process.on('exit', () => process.stderr.write('\\nused ' + require('node:fs').readFileSync('/proc/self/stat', 'utf8')))`
  const preload = join(folder, '.git', 'usage.cjs')
  const summary = join(folder, '.git', 'summary.md')
  writeFileSync(preload, usage)
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    GITHUB_ACTIONS: 'true',
    GITHUB_BASE_REF: 'main',
    GITHUB_STEP_SUMMARY: summary,
    GITHUB_WORKSPACE: folder,
    INPUT_URL: served.url,
    INPUT_KEY: served.key,
    INPUT_PROFILE: profileId,
    INPUT_JUNIT: '.git/palate.xml',
    ...(isChange && { INPUT_BASELINE: 'git:origin/main' }),
  }
  const printed = await new Promise<string>((resolve) => {
    execFile(process.execPath, ['--require', preload, actionFile], { env }, (_, stdout, stderr) =>
      resolve(stdout + stderr),
    )
  })
  if (!readFileSync(summary, 'utf8').includes(`of ${pictures} pictures passed`)) throw new Error(printed)
  const fields = /^used .*\) (.*)$/m.exec(printed)?.[1]?.split(' ') ?? []
  // User and system time of the process, and of the children that it waited for.
  return [11, 12, 13, 14].reduce((ticks, place) => ticks + Number(fields[place]), 0) * 10
}
