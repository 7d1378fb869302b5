import type { Guide } from '@palate/core/taste/guides/read-guide.ts'
import { describeUnderstanding } from '@palate/core/taste/summary/describe-understanding.ts'
import type { Command } from 'commander'
import { UsageError } from '../../output.ts'
import { ask, isInteractive } from '../../terminal/prompts.ts'
import { apiCommand, type Context, withClient } from '../api-command.ts'
import { type ApiOptions, findProfile, serviceUrl } from '../connection/client.ts'
import { projectFileName, writeProjectFile } from '../connection/project-file.ts'
import { describeGuide, readGuideFile, teachGuide } from './guide.ts'

export function initCommand(): Command {
  return apiCommand('init', `choose the profile that this folder uses, in ${projectFileName}`, [
    'init "House style"',
    'init "House style" --create --project studio --seed "Calm and warm. Nothing cluttered."',
    'init "House style" --create --project studio --from DESIGN.md',
  ])
    .argument('<profile>', 'id or name')
    .option('--project <project>', 'project of the profile')
    .option('--create', 'create the profile')
    .option('--seed <text>', 'with --create: describe the taste in a sentence or two')
    .option('--from <file>', 'teach the profile what a style guide says, such as DESIGN.md')
    .action(withClient(init))
}

type InitOptions = ApiOptions & {
  readonly project?: string
  readonly create?: boolean
  readonly seed?: string
  readonly from?: string
}

const adviceForInit = '`palate profiles` lists them, and `--create --project PROJECT` creates one'

async function init({ palate, options, show }: Context<InitOptions>, wanted: string): Promise<void> {
  const { create: isNew, project, from } = options
  if (isNew && project === undefined) throw new UsageError('--create also needs --project PROJECT')
  if (!isNew && options.seed !== undefined)
    throw new UsageError('--seed describes a new profile: pass --create as well')
  const guide = from === undefined ? undefined : readGuideFile(from)
  const seed = isNew ? await seedOf(options) : ''
  const profile =
    isNew && project !== undefined
      ? await palate.profiles.create({ projectId: project, name: wanted, ...(seed !== '' && { seed }) })
      : await findProfile(palate, wanted, project, adviceForInit)
  const { id: profileId, projectId, name } = profile
  const file = { url: serviceUrl(options.url), projectId, profileId }
  writeProjectFile(file)
  const { understood } = seed === '' ? { understood: [] } : await palate.profiles.diagnostics(profileId)
  const taught = guide && from !== undefined ? await teachGuide(palate, profileId, from, guide) : []
  show({ ...file, ...(guide && { from: sentencesIn(guide) }) }, () => [
    ...understood.map(describeUnderstanding),
    ...(guide && from !== undefined ? describeGuide(from, guide, taught) : []),
    `This folder now uses ${name} (${profileId}). Commit ${projectFileName} with your code.`,
  ])
}

function sentencesIn({ understood, taken, notUnderstood }: Guide) {
  return { understood, taken, notUnderstood }
}

/** A word with three good and three bad pictures teaches more than either, so a person is asked first; a script is not. */
async function seedOf({ seed, json, from }: InitOptions): Promise<string> {
  if (seed !== undefined || json || from !== undefined || !isInteractive()) return seed?.trim() ?? ''
  return ask('Describe it in a sentence or two (Enter to skip): ', 'pass --seed')
}
