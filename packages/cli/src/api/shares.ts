import { basename } from 'node:path'
import type { NewShare, Share } from '@palate/client'
import { outcomeOf, type Vote, votesOn } from '@palate/core/shares/answers.ts'
import { picturesPerShareMax } from '@palate/core/shares/limits.ts'
import type { Command } from 'commander'
import { CommandError, print, printJson, printWarning, UsageError } from '../output.ts'
import { confirm } from '../terminal/prompts.ts'
import { ago, plural, table, until } from '../terminal/text.ts'
import { apiCommand, type Context, profileCommand, withClient } from './api-command.ts'
import { accessOf } from './connection/access.ts'
import { type ApiOptions, findProfileId, readSources } from './connection/client.ts'
import { withFolderOptions } from './folder-options.ts'
import { positiveNumber, scoreValue } from './option-values.ts'
import type { WalkOptions } from './score/folder-walk.ts'
import { frameOf, type ScoreInput, scoreInputs, sentId } from './score/inputs.ts'
import { findStateIds } from './score/subject.ts'

export function sharesCommand(): Command {
  const shares = profileCommand('shares', 'links for people without a key: list, create or revoke them', [
    'shares',
    'shares create covers/ --days 7',
    'shares show shr_…',
    'shares revoke shr_…',
  ]).action(withClient(list))
  shares.addCommand(
    withFolderOptions(
      profileCommand('create', "share the profile's overview, or scored pictures, and print only the link", [
        'shares create',
        'shares create covers/ --title "Spring campaign" --threshold 0.6',
      ])
        .argument('[pictures...]', 'files, folders and URLs; without them, the overview')
        .option('--title <text>', 'heading of the page')
        .option('--days <number>', 'days until the link expires (default: 14)', positiveNumber)
        .option('--dimension <name>', 'dimension to score (default: aesthetics)')
        .option('--threshold <number>', 'mark pictures that score lower', scoreValue)
        .option('--working', 'include uncommitted changes'),
    ).action(withClient(create)),
  )
  shares.addCommand(
    apiCommand('show', 'what visitors approved, rejected and wrote', ['shares show shr_…'])
      .argument('<share>', 'id')
      .action(withClient(showOne)),
  )
  shares.addCommand(
    apiCommand('revoke', 'end a link immediately', ['shares revoke shr_… --yes'])
      .argument('<share>', 'id')
      .option('--yes', 'do not ask for confirmation')
      .action(withClient(revoke)),
  )
  return shares
}

async function list({ palate, options, show }: Context<ApiOptions>): Promise<void> {
  const profileId = await findProfileId(palate, options)
  const shares: Share[] = []
  for await (const share of palate.shares.list({ profileId })) shares.push(share)
  show({ shares }, () => {
    if (shares.length === 0) return 'Nothing is shared. Create a link: palate shares create'
    const rows = shares.map((one) => [one.title, one.kind, endOf(one), plural(one.answerCount, 'answer'), one.id])
    return table([['TITLE', 'SHOWS', 'ENDS', 'ANSWERS', 'ID'], ...rows])
  })
}

function endOf({ status, expiresAt }: Share): string {
  return status === 'active' ? until(expiresAt) : status
}

type CreateOptions = ApiOptions &
  WalkOptions & {
    readonly title?: string
    readonly days?: number
    readonly dimension?: string
    readonly threshold?: number
    readonly working?: boolean
  }

async function create({ palate, options }: Context<CreateOptions>, args: readonly string[]): Promise<void> {
  const { title, days, dimension, threshold, working } = options
  if (args.length === 0 && (dimension !== undefined || threshold !== undefined)) {
    throw new UsageError('name the pictures to score')
  }
  const profileId = await findProfileId(palate, options)
  const { version_id: versionId, branch_id: branchId } = await findStateIds(palate, profileId, options)
  if (working && versionId !== undefined) {
    throw new UsageError(`version ${versionId} is pinned, and has no uncommitted changes`)
  }
  const share = {
    profileId,
    ...(versionId !== undefined && { versionId }),
    ...(branchId !== undefined && { branchId }),
    ...(title !== undefined && { title }),
    ...(days !== undefined && { expiresInDays: days }),
    ...(working && { includeWorking: true }),
    ...(args.length > 0 && { frames: await framesOf(args, options) }),
    ...(dimension !== undefined && { dimension }),
    ...(threshold !== undefined && { threshold }),
  }
  const made = await palate.shares.create(share)
  const link = new URL(made.url ?? '', accessOf(readSources(options.url)).url).href
  if (options.json) return printJson({ ...made, url: link })
  printWarning(`${made.id} ends ${until(made.expiresAt)}; the link will not be shown again`)
  print(link)
}

async function framesOf(args: readonly string[], options: WalkOptions): Promise<NonNullable<NewShare['frames']>> {
  const inputs = await scoreInputs(args, options)
  if (inputs.length === 0) throw new CommandError('no pictures found')
  if (inputs.length > picturesPerShareMax) {
    throw new CommandError(`a share has at most ${picturesPerShareMax} pictures, not ${inputs.length}`)
  }
  const frameWithName = async (input: ScoreInput) => {
    const read = await frameOf(input)
    if ('reason' in read) throw new CommandError(`${input.id}: ${read.reason}`)
    const { frame } = read
    const url = 'url' in frame ? frame.url : dataUrlOf(frame.picture)
    // The visitor need not see the folders.
    return { id: frame.id, url, name: sentId(basename(input.name ?? input.id)) }
  }
  const frames: Awaited<ReturnType<typeof frameWithName>>[] = []
  // One after the other: each large picture takes much memory.
  for (const input of inputs) frames.push(await frameWithName(input))
  return frames
}

/** The service detects the format. */
function dataUrlOf(picture: Uint8Array): string {
  return `data:application/octet-stream;base64,${Buffer.from(picture).toString('base64')}`
}

async function showOne({ palate, show }: Context<ApiOptions>, id: string): Promise<void> {
  const share = await palate.shares.get(id)
  show(share, () => {
    const { title, pictures, answers } = share
    const votes = votesOn(answers)
    const rows = pictures.map(({ number, name }) => [
      name,
      outcomeOf(votes.get(number)) ?? 'undecided',
      whoDecided(votes.get(number)),
    ])
    const nameOf = (picture: number | null) => (picture === null ? title : (pictures[picture]?.name ?? title))
    const comments = answers.flatMap(({ comment, author = 'A visitor', at, picture }) =>
      comment === undefined ? [] : [`${author}, ${ago(at)}, on ${nameOf(picture)}: ${comment.replaceAll('\n', ' ')}`],
    )
    return [`${title} (${endOf(share)})`, ...table(rows), ...comments]
  })
}

/** "Ann ✓, Bo ✗". */
function whoDecided(votes: readonly Vote[] = []): string {
  return votes.map(({ name = 'A visitor', decision }) => `${name} ${decision === 'approve' ? '✓' : '✗'}`).join(', ')
}

async function revoke({ palate, options, show }: Context<ApiOptions & { yes?: boolean }>, id: string): Promise<void> {
  const { title } = await palate.shares.get(id)
  await confirm(`Revoke the link to ${title}?`, options.yes)
  show(await palate.shares.revoke(id), () => `Revoked the link to ${title}.`)
}
