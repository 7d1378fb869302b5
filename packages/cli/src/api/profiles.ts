import type { NewProfile, ProfileSummary } from '@palate/client'
import { takenAs } from '@palate/core/taste/summary/taken-as.ts'
import type { Command } from 'commander'
import { UsageError } from '../output.ts'
import { ask, confirm, isInteractive } from '../terminal/prompts.ts'
import { ago, table } from '../terminal/text.ts'
import { apiCommand, type Context, withClient } from './api-command.ts'
import { type ApiOptions, findProfile, serviceUrl } from './connection/client.ts'
import { projectFileName, writeProjectFile } from './connection/project-file.ts'

export function profilesCommand(): Command {
  const profiles = apiCommand('profiles', 'list profiles, or create or delete one', [
    'profiles',
    'profiles create "House style" --project studio --seed "calm, warm"',
    'profiles delete "House style"',
  ])
    .option('--project <project>', 'only profiles of this project')
    .action(withClient(list))
  profiles.addCommand(
    apiCommand('create', 'create a profile', ['profiles create "House style" --project studio'])
      .argument('<name>')
      .requiredOption('--project <project>', 'project of the profile')
      .option('--seed <text>', 'describe the taste in a sentence or two')
      .option('--based-on <profile>', 'start with the state of this profile (id or name)')
      .action(withClient(create)),
  )
  profiles.addCommand(
    apiCommand('delete', 'delete a profile and its history', ['profiles delete "House style" --yes'])
      .argument('<profile>', 'id or name')
      .option('--yes', 'do not ask for confirmation')
      .action(withClient(remove)),
  )
  return profiles
}

export function initCommand(): Command {
  return apiCommand('init', `choose the profile that this folder uses, in ${projectFileName}`, [
    'init "House style"',
    'init "House style" --create --project studio --seed "Calm and warm. Nothing cluttered."',
  ])
    .argument('<profile>', 'id or name')
    .option('--project <project>', 'project of the profile')
    .option('--create', 'create the profile')
    .option('--seed <text>', 'with --create: describe the taste in a sentence or two')
    .action(withClient(init))
}

type ProjectOptions = ApiOptions & { readonly project?: string }

async function list({ palate, options, show }: Context<ProjectOptions>): Promise<void> {
  const profiles: ProfileSummary[] = []
  const query = options.project === undefined ? {} : { projectId: options.project }
  for await (const profile of palate.profiles.list(query)) profiles.push(profile)
  show({ profiles }, () =>
    profiles.length === 0
      ? 'No profiles yet. Create one: palate profiles create NAME --project PROJECT'
      : table(
          [
            ['NAME', 'PROJECT', 'ID', 'CHANGED'],
            ...profiles.map(({ name, projectId, id, updatedAt }) => [name, projectId, id, ago(updatedAt)]),
          ],
          [0, 1],
        ),
  )
}

type NewOptions = ApiOptions & { readonly project: string; readonly seed?: string; readonly basedOn?: string }

async function create({ palate, options, show }: Context<NewOptions>, name: string): Promise<void> {
  const { project: projectId, seed, basedOn } = options
  const base = basedOn === undefined ? undefined : (await findProfile(palate, basedOn)).id
  const wanted = { projectId, name, ...(seed !== undefined && { seed }), ...(base !== undefined && { basedOn: base }) }
  const made = await palate.profiles.create(wanted as NewProfile)
  show(made, () => `Created ${made.name} (${made.id}). Use it in this folder: palate init ${JSON.stringify(made.name)}`)
}

async function remove({ palate, options, show }: Context<ApiOptions & { yes?: boolean }>, wanted: string) {
  const { id, name } = await findProfile(palate, wanted)
  await confirm(`Delete ${name} (${id}) and its entire history? This cannot be undone.`, options.yes)
  show(await palate.profiles.delete(id), () => `Deleted ${name}.`)
}

type InitOptions = ProjectOptions & { readonly create?: boolean; readonly seed?: string }

const adviceForInit = '`palate profiles` lists them, and `--create --project PROJECT` creates one'

async function init({ palate, options, show }: Context<InitOptions>, wanted: string): Promise<void> {
  const { create: isNew, project } = options
  if (isNew && project === undefined) throw new UsageError('--create also needs --project PROJECT')
  if (!isNew && options.seed !== undefined)
    throw new UsageError('--seed describes a new profile: pass --create as well')
  const seed = isNew ? await seedOf(options) : ''
  const profile =
    isNew && project !== undefined
      ? await palate.profiles.create({ projectId: project, name: wanted, ...(seed !== '' && { seed }) })
      : await findProfile(palate, wanted, project, adviceForInit)
  const { id: profileId, projectId, name } = profile
  const file = { url: serviceUrl(options.url), projectId, profileId }
  writeProjectFile(file)
  const { understood } = seed === '' ? { understood: [] } : await palate.profiles.diagnostics(profileId)
  show(file, () => [
    ...understood.map(takenAs),
    `This folder now uses ${name} (${profileId}). Commit ${projectFileName} with your code.`,
  ])
}

/** Two sentences can teach as much as thirty labels, so a person is asked for them; a script is not. */
async function seedOf({ seed, json }: InitOptions): Promise<string> {
  if (seed !== undefined || json || !isInteractive()) return seed?.trim() ?? ''
  return ask('Describe it in a sentence or two (Enter to skip): ', 'pass --seed')
}
