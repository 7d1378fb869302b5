import { type Branch, isPalateError, type Palate, type Profile, type ProfileDiff } from '@palate/client'
import type { Command } from 'commander'
import { Journal } from '../../journal.ts'
import { CommandError, printWarning } from '../../output.ts'
import { printable, withoutStyles } from '../../printable.ts'
import { editText } from '../../terminal/editor.ts'
import { requireTerminal } from '../../terminal/prompts.ts'
import { ago, dim, green, inOneLine, plural, table, yellow } from '../../terminal/text.ts'
import { type Context, profileCommand, withClient } from '../api-command.ts'
import { type ApiOptions, readProfile } from '../connection/client.ts'
import { wantedState } from '../connection/project-file.ts'
import { nameFrames } from '../judgements/name-frames.ts'
import { messageText } from '../option-values.ts'
import { sendUnsent } from '../teaching/queue/send-unsent.ts'
import { describeDiff, describeElement } from './describe-elements.ts'
import { describeVersion } from './describe-version.ts'
import { describePreview, previewOf, previewOption } from './preview.ts'
import { currentBranch, findBranch, findStateId, findVersionId, rangeIn, shortId, versionNames } from './versions.ts'

export function commitCommand(): Command {
  return profileCommand('commit', 'commit the working changes', ['commit -m "Ten covers"', 'commit'])
    .option('-m, --message <text>', 'what changed, and why (default: opens $EDITOR on a terminal)', messageText)
    .option('--branch <branch>', 'default: the current branch')
    .option('--allow-empty', 'commit even if nothing has changed')
    .action(withClient(commit))
}

export function showCommand(): Command {
  return profileCommand('show', 'show a commit and what it changed', ['show', 'show HEAD~1', 'show 3f2a'])
    .argument('[version]', versionNames, 'HEAD')
    .action(withClient(showVersion))
}

export function diffCommand(): Command {
  return profileCommand('diff', 'show the differences between two states', [
    'diff',
    'diff HEAD~2',
    'diff main try/bold',
    'diff main..try/bold',
    'diff --preview',
  ])
    .argument('[from]', 'a version or branch, or both as FROM..TO', 'HEAD')
    .argument('[to]', 'a version or branch (default: the working changes)')
    .option('--preview', 'show how the two rank recent frames, with rank and score in each')
    .action(withClient(diff))
}

export function branchCommand(): Command {
  return profileCommand('branch', 'list branches, or create or delete one', [
    'branch',
    'branch try/bold',
    'branch try/bold --from HEAD~1',
    'branch -d try/bold',
  ])
    .argument('[branch]', 'name of the branch')
    .option('--from <version>', 'a version or branch (default: the head of the current branch)')
    .option('--description <text>')
    .option('-d, --delete', 'delete the branch; its commits are kept')
    .action(withClient(branch))
}

export function switchCommand(): Command {
  return profileCommand('switch', 'switch to another branch', ['switch main', 'switch -c try/bold'])
    .argument('<branch>')
    .option('-c, --create', 'create the branch first')
    .action(withClient(switchTo))
}

export function rollbackCommand(): Command {
  return profileCommand('rollback', "move the current branch's head back to an earlier commit", [
    'rollback HEAD~1 --preview',
    'rollback HEAD~1',
    'rollback 3f2a -m "Back to the calm look"',
  ])
    .argument('<version>', versionNames)
    .option('-m, --message <text>', 'record the rollback as a commit', messageText)
    .option(...previewOption)
    .action(withClient(rollback))
}

type CommitOptions = ApiOptions & { message?: string; branch?: string; allowEmpty?: boolean }

async function commit({ palate, options, show }: Context<CommitOptions>) {
  if (options.message === undefined) requireTerminal('pass -m MESSAGE')
  const profile = await readProfile(palate, options)
  const { id } = profile
  await sendUnsent(palate, profile)
  const { branch, allowEmpty = false } = options
  const message = options.message ?? (await editedMessage(palate, profile, options))
  const wanted = { message, allowEmpty, ...(branch !== undefined && { branch }) }
  const made = await palate.profiles.commit(id, wanted).catch((error) => {
    if (isPalateError(error, 'nothing_to_commit')) throw nothingToCommit(profile)
    // What was written in the editor would be lost.
    if (options.message === undefined) printWarning(['not committed; your message was:', ...message.split('\n')])
    throw error
  })
  const words = `committed ${shortId(made.id)} ${inOneLine(made.message)}`
  new Journal(id).record(words, { kind: 'commit', branchId: made.branchId, versionId: made.id })
  show(made, () => `${yellow(shortId(made.id))} ${inOneLine(made.message)}`)
}

function nothingToCommit({ profileData }: Profile): CommandError {
  const isEmpty = Object.values(profileData.workingChanges).every((list) => list.length === 0)
  const reason = isEmpty
    ? 'add judgements first, such as `palate add picture.jpg --good`'
    : 'the working changes say what is already committed; `palate discard --all` drops them'
  return new CommandError(`nothing to commit: ${reason} (--allow-empty commits anyway)`)
}

/** Shown in the editor. A longer list is no help. */
const changesInEditorMax = 50

/** Asks for the message in an editor that also shows what is to be committed. */
async function editedMessage(palate: Palate, profile: Profile, { branch, allowEmpty = false }: CommitOptions) {
  const { id, projectId, name, profileData } = profile
  const changes = await palate.profiles.diff(id, { from: findStateId(profileData, branch ?? 'HEAD'), to: 'working' })
  const lines = describeDiff(changes, await nameFrames(palate, projectId, elementsIn(changes))).map(withoutStyles)
  if (lines.length === 0 && !allowEmpty) throw nothingToCommit(profile)
  const more = lines.length - changesInEditorMax
  const notes = [
    'What changed, and why? Lines that begin with # are left out.',
    'Without a message nothing is committed.',
    `${name}, branch ${findBranch(profileData, branch).name}:`,
    ...lines.slice(0, changesInEditorMax).map((line) => `  ${printable(line)}`),
    ...(more > 0 ? [`  and ${plural(more, 'more change')}`] : []),
  ]
  const text = editText(`\n${notes.map((note) => `# ${note}\n`).join('')}`, 'COMMIT_MESSAGE')
  const message = text
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .join('\n')
    .trim()
  if (message === '') throw new CommandError('nothing was committed: the message is empty')
  return message
}

async function showVersion({ palate, options, show }: Context<ApiOptions>, wanted: string): Promise<void> {
  const { id, projectId, profileData } = await readProfile(palate, options)
  const version = await palate.profiles.version(id, findVersionId(profileData, wanted))
  if (version.parentVersionId === null) {
    const { constraints, exemplars, comparisons } = version.snapshot
    const added = [...constraints, ...exemplars, ...comparisons]
    const nameOf = await nameFrames(palate, projectId, options.json ? [] : added)
    const lines = added.map((one) => green(`+ ${describeElement(one, nameOf)}`))
    return show(version, () => [...heading(version, profileData), '', ...lines])
  }
  const changes = await palate.profiles.diff(id, { from: version.parentVersionId, to: version.id })
  const nameOf = await nameFrames(palate, projectId, options.json ? [] : elementsIn(changes))
  show(version, () => [...heading(version, profileData), '', ...describeDiff(changes, nameOf)])
}

type Entry = Parameters<typeof describeVersion>[0] & { createdAt: string; author?: { readonly name: string } | null }

function heading(version: Entry, data: Profile['profileData']): readonly string[] {
  const by = version.author ? ` by ${version.author.name}` : ''
  return [`* ${describeVersion(version, data)}`, `│ ${dim(`${ago(version.createdAt)}${by}`)}`]
}

function elementsIn({ constraints, exemplars, comparisons }: ProfileDiff) {
  return [constraints, exemplars, comparisons].flatMap(({ added, removed, changed }) => [
    ...added,
    ...removed,
    ...changed.flatMap(({ from, to }) => [from, to]),
  ])
}

type PreviewOptions = ApiOptions & { readonly preview?: boolean }

async function diff({ palate, options, show }: Context<PreviewOptions>, first: string, second?: string): Promise<void> {
  const { id, projectId, profileData } = await readProfile(palate, options)
  const range = second === undefined ? rangeIn(profileData, first) : undefined
  const [from, to] = range ?? [first, second]
  const query = {
    from: findStateId(profileData, from),
    to: to === undefined ? 'working' : findStateId(profileData, to),
  }
  if (options.preview) {
    const preview = await previewOf(palate, id, query)
    return show(preview, () => describePreview(preview))
  }
  const found = await palate.profiles.diff(id, query)
  const nameOf = await nameFrames(palate, projectId, options.json ? [] : elementsIn(found))
  const lines = describeDiff(found, nameOf)
  show(found, () => (lines.length > 0 ? lines : 'No differences.'))
}

type BranchOptions = ApiOptions & { readonly from?: string; readonly description?: string; readonly delete?: boolean }

async function branch({ palate, options, show }: Context<BranchOptions>, name?: string): Promise<void> {
  const { id, profileData } = await readProfile(palate, options)
  const { branches, currentBranchId } = profileData
  if (name === undefined) {
    const rows = branches.map((one) => [
      one.id === currentBranchId ? green(`* ${one.name}`) : `  ${one.name}`,
      one.headVersionId === null ? 'no commits' : shortId(one.headVersionId),
      one.description ?? '',
    ])
    return show({ branches, currentBranchId }, () => table(rows))
  }
  if (options.delete) {
    const gone = findBranch(profileData, name)
    const deleted = await palate.profiles.deleteBranch(id, gone.id)
    new Journal(id).record(`deleted branch ${gone.name}`, { kind: 'delete-branch', branch: gone })
    return show(deleted, () => `Deleted branch ${name}.`)
  }
  const made = await makeBranch(palate, id, profileData, name, options)
  new Journal(id).record(`created branch ${made.name}`, { kind: 'branch', branch: made })
  show(made, () => `Created branch ${made.name}. Switch to it: palate switch ${made.name}`)
}

function makeBranch(
  palate: Palate,
  id: string,
  data: Profile['profileData'],
  name: string,
  { from, description, switchTo: isSwitching = false }: BranchOptions & { switchTo?: boolean },
) {
  const isBranch = from === undefined || data.branches.some((one) => one.name === from || one.id === from)
  const start = from === undefined ? {} : { from: isBranch ? from : findVersionId(data, from) }
  return palate.profiles.branch(id, { name, ...start, ...(description && { description }), switchTo: isSwitching })
}

async function switchTo({ palate, options, show }: Context<ApiOptions & { create?: boolean }>, name: string) {
  const { id, profileData } = await readProfile(palate, options)
  const used = options.create
    ? await makeBranch(palate, id, profileData, name, { switchTo: true })
    : await palate.profiles.switch(id, name)
  const from = currentBranch(profileData)
  const made = options.create ? { made: used } : {}
  const words = `switched from ${from.name} to ${options.create ? 'the new branch ' : ''}${used.name}`
  if (from.id !== used.id) new Journal(id).record(words, { kind: 'switch', from: from.id, to: used.id, ...made })
  show(used, () => [`Switched to ${used.name} for everyone who uses this profile.`, ...pinnedNote(used, options)])
}

/** What is scored in this folder does not follow the switch. */
function pinnedNote({ name, id }: Branch, options: ApiOptions): readonly string[] {
  const { branch, versionId } = wantedState({ ...(options.profile !== undefined && { profile: options.profile }) })
  if (versionId === undefined && (branch === undefined || branch === name || branch === id)) return []
  return [`This folder goes on scoring against ${branch ?? versionId}: palate.json pins it.`]
}

async function rollback({ palate, options, show }: Context<PreviewOptions & { message?: string }>, wanted: string) {
  const { id, profileData } = await readProfile(palate, options)
  const to = findVersionId(profileData, wanted)
  if (options.preview) {
    const preview = await previewOf(palate, id, { from: profileData.currentBranchId, to })
    return show(preview, () => describePreview(preview))
  }
  const { id: branchId, headVersionId: before } = currentBranch(profileData)
  const { message } = options
  const seen = { branch: branchId, expectedHead: before }
  const moved = await palate.profiles.rollback(id, { to, ...seen, ...(message !== undefined && { message }) })
  const { headVersionId: after } = moved
  if (after !== null && after !== before) {
    const words = `rolled ${moved.name} back to ${shortId(to)}`
    new Journal(id).record(words, { kind: 'head', branchId: moved.id, from: before, to: after })
  }
  show(moved, () => {
    const back = before === null ? '' : ` To undo this: palate rollback ${shortId(before)}`
    return `${moved.name} is now at ${yellow(shortId(moved.headVersionId ?? ''))}.${back}`
  })
}
