import type { FrameError, Palate } from '@palate/client'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { CommandError, complain, say } from '../output.ts'
import { type Context, profileCommand, withClient } from './api-command.ts'
import { frameOf, type ScoreInput, scoreInputs } from './score-inputs.ts'
import { type ApiOptions, findProfileId } from './session.ts'
import { bar, dim, green, plural, red, table } from './text.ts'

/** A score under `--min`. The exit code is 3. */
export class ScoreTooLow extends CommandError {}

/** Below the limit of a request's body, which is 32 MiB. */
const requestCharactersMax = 16_000_000
const framesPerRequestMax = 200

export function scoreCommand(): Command {
  return profileCommand('score', 'score pictures against the profile, best first', [
    'score covers/',
    'score a.jpg https://example.com/b.jpg --dimension aesthetics --dimension likeness',
    'score out/*.png --min 0.6',
    'git diff --name-only -- "*.png" | palate score - --csv',
  ])
    .argument('<pictures...>', 'files, folders and addresses; `-` reads a list from standard input')
    .option('--dimension <name>', 'what to score; may be repeated (default: aesthetics)', collect, [])
    .option('--version-id <version>', 'score against this version')
    .option('--branch <branch>', "score against this branch's head")
    .option('--working', 'include what is not committed')
    .option('--min <number>', 'exit with 3 if the first dimension of any picture is under it', score)
    .option('--explain', 'say what moved each score')
    .addOption(new Option('--csv', 'print comma-separated values').conflicts('json'))
    .action(withClient(scorePictures))
}

type ScoreOptions = ApiOptions & {
  readonly dimension: readonly string[]
  readonly versionId?: string
  readonly branch?: string
  readonly working?: boolean
  readonly min?: number
  readonly explain?: boolean
  readonly csv?: boolean
}

interface Result {
  readonly frame_id: string
  readonly error?: FrameError
  readonly [member: string]: unknown
}

async function scorePictures({ palate, options, show }: Context<ScoreOptions>, args: readonly string[]): Promise<void> {
  const dimensions = options.dimension.length > 0 ? options.dimension : ['aesthetics']
  const inputs = await scoreInputs(args)
  if (inputs.length === 0) throw new CommandError('there are no pictures in what you named')
  const scores = await scoreAll(palate, await findProfileId(palate, options), inputs, dimensions, options)
  const [first = ''] = dimensions
  const ranked = scores.toSorted((a, b) => numberOf(b[first]) - numberOf(a[first]))
  if (options.csv) say(csvOf(ranked, dimensions))
  else show({ scores }, () => textOf(ranked, dimensions, options))
  annotate(ranked, first, options.min)
  judge(ranked, first, options.min)
}

/** As many frames in a request as fit, one request after the other. Progress goes to the terminal. */
async function scoreAll(
  palate: Palate,
  profileId: string,
  inputs: readonly ScoreInput[],
  dimensions: readonly string[],
  { versionId, branch, working, explain }: ScoreOptions,
): Promise<readonly Result[]> {
  const about = {
    profile_id: profileId,
    dimensions: [...dimensions],
    ...(versionId !== undefined && { version_id: versionId }),
    ...(branch !== undefined && { branch_id: branch }),
    ...(working && { include_working: true }),
    ...(explain && { explain: true }),
  }
  const results: Result[] = []
  for (const frames of requestsOf(inputs)) {
    results.push(...((await palate.score({ ...about, frames })).scores as readonly Result[]))
    if (process.stderr.isTTY) process.stderr.write(`\r${dim(`${results.length} of ${inputs.length}`)} `)
  }
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K')
  return results
}

function* requestsOf(inputs: readonly ScoreInput[]): Generator<{ id: string; url: string }[]> {
  let frames: { id: string; url: string }[] = []
  let characters = 0
  for (const input of inputs) {
    const frame = frameOf(input)
    const isFull = frames.length >= framesPerRequestMax || characters + frame.url.length > requestCharactersMax
    if (isFull && frames.length > 0) {
      yield frames
      frames = []
      characters = 0
    }
    frames.push({ ...frame })
    characters += frame.url.length
  }
  if (frames.length > 0) yield frames
}

function textOf(results: readonly Result[], dimensions: readonly string[], { min, explain }: ScoreOptions): string {
  const [first = ''] = dimensions
  const rows = results.map((result) => {
    if (result.error)
      return [red('failed'), '', ...dimensions.slice(1).map(() => ''), result.frame_id, red(result.error.message)]
    const value = numberOf(result[first])
    const colour = min === undefined ? (text: string) => text : value < min ? red : green
    const others = dimensions.slice(1).map((name) => numberOf(result[name]).toFixed(4))
    return [colour(value.toFixed(4)), colour(bar(value)), ...others, result.frame_id, '']
  })
  const head = [first, '', ...dimensions.slice(1), 'picture', ''].map((cell) => dim(cell))
  const text = table([head, ...rows])
  if (!explain) return text
  const details = results.flatMap(({ frame_id, details: found }) => (found ? [`\n${frame_id}`, ...reasons(found)] : []))
  return [text, ...details].join('\n')
}

/** What the API says in `details`, indented, as it names it. */
function reasons(details: unknown): readonly string[] {
  return JSON.stringify(details, null, 2)
    .split('\n')
    .slice(1, -1)
    .map((line) => `  ${line.replaceAll(/["{}[\],]/g, '')}`)
    .filter((line) => line.trim() !== '')
}

function csvOf(results: readonly Result[], dimensions: readonly string[]): string {
  const quote = (cell: unknown) => {
    const text = cell == null ? '' : String(cell)
    return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  }
  const rows = results.map((one) => [one.frame_id, ...dimensions.map((name) => one[name]), one.error?.message])
  return [['picture', ...dimensions, 'error'], ...rows].map((row) => row.map(quote).join(',')).join('\n')
}

/** Inside GitHub Actions a line of this form marks the file in the review. */
function annotate(results: readonly Result[], dimension: string, min: number | undefined): void {
  if (process.env.GITHUB_ACTIONS !== 'true' || min === undefined) return
  for (const result of results) {
    const value = numberOf(result[dimension])
    const message =
      result.error?.message ?? (value < min ? `${dimension} is ${value.toFixed(4)}, under ${min}` : undefined)
    if (message !== undefined)
      process.stderr.write(`::error file=${result.frame_id}::${message.replaceAll('\n', ' ')}\n`)
  }
}

function judge(results: readonly Result[], dimension: string, min: number | undefined): void {
  const failed = results.filter(({ error }) => error)
  const low = min === undefined ? [] : results.filter((one) => !one.error && numberOf(one[dimension]) < min)
  if (low.length > 0) throw new ScoreTooLow(`${plural(low.length, 'picture')} of ${results.length} scored under ${min}`)
  if (failed.length === 0) return
  if (min !== undefined || failed.length === results.length) {
    throw new CommandError(`${plural(failed.length, 'picture')} could not be scored`)
  }
  complain(`${plural(failed.length, 'picture')} could not be scored`)
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : Number.NEGATIVE_INFINITY
}

function collect(value: string, before: readonly string[]): readonly string[] {
  return [...before, ...value.split(',')]
}

function score(text: string): number {
  const value = Number(text)
  if (text.trim() === '' || !(value >= 0 && value <= 1))
    throw new InvalidArgumentError('It must be a number from 0 to 1.')
  return value
}
