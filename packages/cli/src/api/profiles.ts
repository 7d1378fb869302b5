import type { NewProfile, ProfileSummary } from '@palate/client'
import type { Command } from 'commander'
import { confirm } from '../terminal/prompts.ts'
import { ago, table } from '../terminal/text.ts'
import { apiCommand, type Context, withClient } from './api-command.ts'
import { type ApiOptions, findProfile } from './connection/client.ts'

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
