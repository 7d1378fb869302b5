import { isPalateError, type MergeRequest, type Palate } from '@palate/client'
import { type Command, Option } from 'commander'
import { Journal } from '../../journal.ts'
import { CommandError } from '../../output.ts'
import { choose, isInteractive } from '../../terminal/prompts.ts'
import { bold, dim, green, inOneLine, plural, red, yellow } from '../../terminal/text.ts'
import { type Context, profileCommand, withClient } from '../api-command.ts'
import { type ApiOptions, readProfile } from '../connection/client.ts'
import { type NameOfFrame, nameFrames } from '../judgements/name-frames.ts'
import { messageText } from '../option-values.ts'
import { describeElement, describeSaying, describeSubject } from './describe-elements.ts'
import { describePreview, previewOf, previewOption } from './preview.ts'
import { currentBranch, findBranch, shortId } from './versions.ts'

export function mergeCommand(): Command {
  return profileCommand('merge', 'merge a branch into the current one; on a terminal, asks about each conflict', [
    'merge try/bold',
    'merge try/bold --dry-run',
    'merge try/bold --preview',
    'merge try/bold --theirs',
  ])
    .argument('<branch>')
    .option('--ours', 'settle conflicts with the current branch')
    .option('--theirs', 'settle conflicts with the other branch')
    .option('--dry-run', 'only list the conflicts')
    .addOption(new Option(...previewOption).conflicts('dryRun'))
    .option('-m, --message <text>', 'message of the merge', messageText)
    .action(withClient(merge))
}

interface MergeOptions extends ApiOptions {
  readonly ours?: boolean
  readonly theirs?: boolean
  readonly dryRun?: boolean
  readonly preview?: boolean
  readonly message?: string
}

async function merge({ palate, options, show }: Context<MergeOptions>, wanted: string): Promise<void> {
  const { ours, theirs, dryRun, message } = options
  if (ours && theirs) throw new CommandError('choose either --ours or --theirs')
  const { id, projectId, profileData } = await readProfile(palate, options)
  const target = currentBranch(profileData)
  const source = findBranch(profileData, wanted)
  const strategy = ours ? 'ours' : theirs ? 'theirs' : 'fail'
  const names = { ours: target.name, theirs: source.name, frames: framesIn(palate, projectId) }
  const branches = { sourceBranchId: source.id, targetBranchId: target.id, strategy } as const
  if (options.preview) {
    const preview = await asking(names, (resolutions) =>
      previewOf(palate, id, { from: target.id, to: { merge: { ...branches, resolutions } } }),
    )
    return show(preview, () => describePreview(preview))
  }
  const request = { ...branches, ...(dryRun && { dryRun }), ...(message !== undefined && { message }) }
  const merged = await asking(names, (resolutions) => palate.profiles.merge(id, { ...request, resolutions }))
  if (merged.version) {
    const { id: to, parentVersionId: from } = merged.version
    const words = `merged ${source.name} into ${target.name}`
    new Journal(id).record(words, { kind: 'head', branchId: target.id, from, to })
  }
  show(merged, () => {
    if (dryRun) {
      const lines = merged.conflicts.map(describeConflict)
      return lines.length === 0 ? 'No conflicts.' : ['Conflicts:', ...lines]
    }
    if (!merged.version) return `${target.name} already contains ${source.name}.`
    return `${yellow(shortId(merged.version.id))} ${inOneLine(merged.version.message)}`
  })
}

interface Names {
  readonly ours: string
  readonly theirs: string
  frames(conflicts: readonly Conflict[]): Promise<NameOfFrame>
}

function framesIn(palate: Palate, projectId: string): Names['frames'] {
  return (conflicts) =>
    nameFrames(palate, projectId, conflicts.flatMap(({ ours, theirs }) => [ours, theirs]).filter(isElement))
}

/** Tries to merge, and asks about each conflict, including those that arise while the user is choosing. */
async function asking<Result>(names: Names, tryWith: (settled: Resolutions) => Promise<Result>): Promise<Result> {
  for (let resolutions: Resolutions = {}; ; ) {
    try {
      return await tryWith(resolutions)
    } catch (error) {
      if (!isPalateError(error, 'merge_conflict')) throw error
      const conflicts = (error.problem?.conflicts ?? []) as readonly Conflict[]
      if (!isInteractive()) throw unsettled(conflicts, names)
      resolutions = await settle(conflicts, names, resolutions)
    }
  }
}

type Resolutions = NonNullable<MergeRequest['resolutions']>
type List = 'constraints' | 'exemplars' | 'comparisons'

interface Conflict {
  readonly kind: List
  readonly id: string
  readonly ours?: unknown
  readonly theirs?: unknown
}

async function settle(conflicts: readonly Conflict[], names: Names, before: Resolutions): Promise<Resolutions> {
  let settled = before
  const nameOf = await names.frames(conflicts)
  const sideOf = (side: unknown) => (isElement(side) ? describeSaying(side, nameOf) : describeSide(side))
  for (const [i, { kind, id, ours, theirs }] of conflicts.entries()) {
    const shown = [ours, theirs].find(isElement)
    const subject = shown ? describeSubject(shown, nameOf) : id
    const chosen = await choose(`Conflict ${i + 1} of ${conflicts.length}: ${nouns[kind]} ${subject}`, {
      ours: `${names.ours}: ${sideOf(ours)}`,
      theirs: `${names.theirs}: ${sideOf(theirs)}`,
      stop: 'cancel the merge',
    })
    if (chosen === undefined || chosen === 'stop') throw new CommandError('nothing was merged')
    settled = { ...settled, [kind]: { ...settled[kind], [id]: chosen } }
  }
  return settled
}

const nouns = { constraints: 'answer', exemplars: 'picture', comparisons: 'comparison' } as const

function unsettled(conflicts: readonly Conflict[], { ours, theirs }: Names): CommandError {
  const lines = conflicts.map(describeConflict)
  const count = plural(lines.length, 'conflict')
  return new CommandError(`${count}; settle them with --ours (${ours}) or --theirs (${theirs}):`, lines)
}

function describeConflict({ id, ours, theirs }: Omit<Conflict, 'kind'>): string {
  return `  ${bold(id)}: ${green(describeSide(ours))} ${dim('or')} ${red(describeSide(theirs))}`
}

function isElement(side: unknown): side is Readonly<Record<string, unknown>> {
  return typeof side === 'object' && side !== null
}

/** Null means that the side removed the element. A long list of conflicts omits elements. */
function describeSide(element: unknown): string {
  if (element === undefined) return 'too large to show'
  return element === null ? 'remove it' : describeElement(element as Readonly<Record<string, unknown>>)
}
