import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Palate } from '@palate/client'
import type { Running } from '@palate/server/main.ts'
import { createLog } from '@palate/server/platform/log.ts'
import type { Logger } from 'pino'
import type { DemoPicture } from '../../../../demo/pictures/draw.ts'
import { print } from '../output.ts'
import { stopRequested } from '../service/signals.ts'
import { signInLink } from '../sign-in-link.ts'
import { isInteractive } from '../terminal/prompts.ts'
import { bold, cyan, dim } from '../terminal/text.ts'
import { makeTemporaryFolder, startTemporaryService } from './temporary-service.ts'
import { type RunCommand, takeTour } from './tour.ts'

export interface DemoOptions {
  readonly wait?: boolean
  readonly quick?: boolean
  readonly draw?: string
}

export async function demo(runCommand: RunCommand, options: DemoOptions): Promise<void> {
  if (options.draw === undefined) await demonstrate(runCommand, options)
  else await draw(options.draw, options.quick === true)
}

async function draw(folder: string, isQuick: boolean): Promise<void> {
  const pictures = await drawDemo(isQuick)
  writePictures(folder, pictures)
  print(`Saved ${pictures.length} pictures in ${folder}.`)
}

interface Demo {
  readonly url: string
  readonly key: string
  /** Signs in to the dashboard. Works once. */
  readonly link: string
}

/** Ctrl-C ends it at any time and leaves nothing behind. */
async function demonstrate(runCommand: RunCommand, { quick, wait = isInteractive() }: DemoOptions): Promise<void> {
  const log = createLog('error')
  const stop = stopRequested(log)
  let service: Running | undefined
  const tour = showAround(runCommand, log, quick === true, (running) => {
    service = running
  })
  const shown = await Promise.race([stop, tour])
  if (wait && 'link' in shown) {
    invite(shown)
    await stop
  }
  if (!service) process.exit()
  const { stopAndExit } = await import('../service/stop.ts')
  await stopAndExit(service, log)
}

async function showAround(
  runCommand: RunCommand,
  log: Logger,
  isQuick: boolean,
  onStarted: (service: Running) => void,
): Promise<Demo> {
  const folder = makeTemporaryFolder()
  // Before the service is loaded, because the service disables the SVG decoder.
  const pictures = await timed('Drawing pictures', () => drawDemo(isQuick))
  writePictures(folder, pictures)
  const service = await timed(`Starting a service in ${folder}`, () => startTemporaryService(folder, log))
  onStarted(service)
  const { address: url, apiKey } = service
  await timed('Uploading the pictures and teaching two profiles', async () => {
    const [{ seedDemo }, { openReceiver }] = await Promise.all([
      import('../../../../demo/seed/seed-demo.ts'),
      import('../../../../demo/receiver.ts'),
    ])
    const receiver = await openReceiver()
    await seedDemo({ url, apiKey, pictures, webhookUrl: receiver.url })
  })
  const { key = '' } = await new Palate({ url, apiKey }).keys.create({ name: 'You' })
  moveInto(folder, url, key)
  await takeTour(runCommand)
  const { code = '' } = await new Palate({ url, apiKey: key }).session.createCode()
  return { url, key, link: signInLink(url, code) }
}

function invite({ url, key, link }: Demo): void {
  print([
    '',
    bold('Your turn'),
    dim('Open the dashboard. This link works once, within 15 minutes:'),
    '',
    `  ${cyan(link)}`,
    '',
  ])
  print([dim('Use the commands in another terminal. `palate open` creates another link:'), ''])
  print([`  export PALATE_URL=${url} PALATE_API_KEY=${key}`, `  ${launcher()} profiles`, ''])
  print(dim('Press Ctrl-C to stop the service and delete its folder.'))
}

/** In another folder npx would run whatever package has the name `palate`, so the demo names the file that it runs. */
function launcher(): string {
  const [, path = 'palate'] = process.argv
  return /^[\w./@-]+$/.test(path) ? path : JSON.stringify(path)
}

/** From here on, commands run in the folder, with separate settings and a separate journal. */
function moveInto(folder: string, url: string, key: string): void {
  process.chdir(folder)
  const own = { XDG_CONFIG_HOME: join(folder, 'settings'), XDG_STATE_HOME: join(folder, 'state') }
  Object.assign(process.env, { PALATE_URL: url, PALATE_API_KEY: key, ...own })
}

async function timed<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const started = performance.now()
  process.stdout.write(`${what} … `)
  const result = await work()
  print(dim(`${((performance.now() - started) / 1000).toFixed(1)} s`))
  return result
}

/** The pictures of the tour and of the guide, by folder. */
const folders = {
  good: ['three-vases-in-afternoon-light', 'olive-branch-in-a-niche', 'blush-cream', 'amber-serum', 'homage-in-ochre'],
  bad: ['dusk-over-five-ridges', 'neon-horizon', 'winter-fjord', 'city-in-amber', 'terracotta-dunes'],
  dark: ['night-fern', 'blue-threads', 'graphite-bottle', 'evening-front'],
  bright: ['iceland-poppies', 'fern-on-linen', 'white-corner', 'white-speaker'],
  new: [
    'five-quiet-vessels',
    'lemons-and-linen',
    'autumn-twigs',
    'reading-lamp',
    'lake-at-sunset',
    'morning-mist',
    'night-on-the-pass',
  ],
} as const

const others = 'more'
const folderOf: ReadonlyMap<string, string> = new Map(
  Object.entries(folders).flatMap(([folder, names]) => names.map((name) => [name, folder] as const)),
)

/** Draws all pictures, or only those of the tour. */
async function drawDemo(isQuick: boolean): Promise<readonly DemoPicture[]> {
  const { drawPictures } = await import('../../../../demo/pictures/draw.ts')
  return drawPictures(isQuick ? [...folderOf.keys()] : undefined)
}

/** Writes the pictures into their folders. */
export function writePictures(directory: string, pictures: readonly DemoPicture[]): void {
  for (const { name, bytes } of pictures) {
    const folder = join(directory, folderOf.get(name.replace(/\.\w+$/, '')) ?? others)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, name), bytes)
  }
}
