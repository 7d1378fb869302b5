import type { Invitation, ListedPerson, NewPerson, Palate, Person, PersonUpdate } from '@palate/client'
import { isId } from '@palate/core/ids.ts'
import { roleNames } from '@palate/core/people/roles.ts'
import { type Command, Option } from 'commander'
import { CommandError, print, printJson, printWarning, UsageError } from '../../output.ts'
import { confirm } from '../../terminal/prompts.ts'
import { ago, table, until } from '../../terminal/text.ts'
import { apiCommand, type Context, withClient } from '../api-command.ts'
import type { ApiOptions } from '../connection/client.ts'
import { commaList } from '../option-values.ts'

const whom = 'name, e-mail address or id'
const roleOption = () => new Option('--role <role>', 'what they may do').choices([...roleNames])

export function peopleCommand(): Command {
  const people = apiCommand('people', 'list the people of the account, or invite, change or remove one', [
    'people',
    'people invite Ada --role editor --projects studio,web',
    'people suspend Ada',
  ]).action(withClient(list))
  const commands = [
    apiCommand('invite', 'invite a person and print only the link on standard output', [
      'people invite Ada --role editor',
    ])
      .argument('<name>')
      .addOption(roleOption().makeOptionMandatory())
      .option('--email <address>', 'shown to the others; no mail is sent')
      .option('--projects <list>', 'limit the person to these projects', commaList)
      .action(withClient(invite)),
    apiCommand('link', 'make another link for a person, which ends the one before', ['people link Ada'])
      .argument('<person>', whom)
      .action(withClient(link)),
    apiCommand('change', 'change a person', [
      'people change Ada --role owner',
      'people change Ada --projects studio',
      'people change Ada --all-projects',
    ])
      .argument('<person>', whom)
      .option('--name <name>')
      .addOption(roleOption())
      .option('--email <address>', 'empty to remove it')
      .option('--projects <list>', 'limit the person to these projects', commaList)
      .option('--all-projects', 'let the person use all projects')
      .action(withClient(change)),
    apiCommand('suspend', 'end a person’s sessions, keys and links until they are resumed', ['people suspend Ada'])
      .argument('<person>', whom)
      .action(withClient(suspend)),
    apiCommand('resume', 'let a suspended person sign in again', ['people resume Ada'])
      .argument('<person>', whom)
      .action(withClient(resume)),
    apiCommand('remove', 'remove a person; what they judged stays', ['people remove Ada --yes'])
      .argument('<person>', whom)
      .option('--erase', 'remove what the person judged as well, with a commit on every branch')
      .option('--yes', 'do not ask for confirmation')
      .action(withClient(remove)),
  ]
  for (const command of commands) people.addCommand(command)
  return people
}

async function list({ palate, show }: Context<ApiOptions>): Promise<void> {
  const people: ListedPerson[] = []
  for await (const person of palate.people.list()) people.push(person)
  show({ people }, () =>
    table(
      [
        ['NAME', 'ROLE', 'PROJECTS', 'STATUS', 'LAST SEEN'],
        ...people.map(({ name, role, projects, status, lastSeenAt }) => [
          name,
          role ?? '',
          role === undefined ? '' : (projects?.join(',') ?? 'all'),
          status ?? '',
          lastSeenAt ? ago(lastSeenAt) : '',
        ]),
      ],
      [0, 2],
    ),
  )
}

type InviteOptions = ApiOptions & Pick<NewPerson, 'role' | 'email' | 'projects'>

async function invite({ palate, options }: Context<InviteOptions>, name: string): Promise<void> {
  const { role, email, projects, json } = options
  const body = { name, role, ...(email !== undefined && { email }), ...(projects && { projects: [...projects] }) }
  const made = await palate.people.invite(body)
  if (json) printJson(made)
  else showLink(made.person.name, made.invitation)
}

async function link({ palate, options }: Context<ApiOptions>, wanted: string): Promise<void> {
  const { id, name } = await findPerson(palate, wanted)
  const made = await palate.people.inviteAgain(id)
  if (options.json) printJson(made)
  else showLink(name, made)
}

/** Prints only the link on standard output, so that it can be piped. */
function showLink(name: string, { url, expiresAt }: Invitation): void {
  printWarning(`send this link to ${name}: it signs in once, and works ${until(expiresAt)}`)
  print(url ?? '')
}

interface ChangeOptions extends ApiOptions {
  readonly name?: string
  readonly role?: NonNullable<PersonUpdate['role']>
  readonly email?: string
  readonly projects?: readonly string[]
  readonly allProjects?: boolean
}

async function change({ palate, options, show }: Context<ChangeOptions>, wanted: string): Promise<void> {
  const { name, role, email, projects, allProjects } = options
  if (projects && allProjects) throw new UsageError('pass --projects or --all-projects, not both')
  const patch: PersonUpdate = {
    ...(name !== undefined && { name }),
    ...(role !== undefined && { role }),
    ...(email !== undefined && { email: email === '' ? null : email }),
    ...(projects && { projects: [...projects] }),
    ...(allProjects && { projects: null }),
  }
  if (Object.keys(patch).length === 0) throw new UsageError('say what to change: --name, --role, --email or --projects')
  const changed = await palate.people.update((await findPerson(palate, wanted)).id, patch)
  show(changed, () => describe(changed))
}

async function suspend({ palate, show }: Context<ApiOptions>, wanted: string): Promise<void> {
  const { id } = await findPerson(palate, wanted)
  const changed = await palate.people.update(id, { status: 'suspended' })
  show(changed, () => `Suspended ${changed.name}: their sessions, keys and links have ended.`)
}

async function resume({ palate, show }: Context<ApiOptions>, wanted: string): Promise<void> {
  const { id } = await findPerson(palate, wanted)
  const changed = await palate.people.update(id, { status: 'active' })
  show(changed, () => `${changed.name} can sign in again: \`palate people link\` makes a link.`)
}

type RemoveOptions = ApiOptions & { readonly erase?: boolean; readonly yes?: boolean }

async function remove({ palate, options, show }: Context<RemoveOptions>, wanted: string): Promise<void> {
  const { id, name } = await findPerson(palate, wanted)
  const what = options.erase ? 'and what they judged, on every branch' : 'What they judged stays'
  await confirm(options.erase ? `Remove ${name} ${what}?` : `Remove ${name}? ${what}.`, options.yes)
  show(await palate.people.remove(id, options.erase ? { judgements: 'erase' } : {}), () => `Removed ${name}.`)
}

function describe({ name, role, projects, status }: Person): string {
  return `${name}: ${role}, ${projects ? `in ${projects.join(', ')}` : 'in all projects'}, ${status}.`
}

async function findPerson(palate: Palate, wanted: string): Promise<Pick<ListedPerson, 'id' | 'name'>> {
  if (isId('per', wanted)) return palate.people.get(wanted)
  const found: ListedPerson[] = []
  const name = wanted.toLowerCase()
  for await (const person of palate.people.list()) {
    if (person.name.toLowerCase() === name || person.email?.toLowerCase() === name) found.push(person)
  }
  const [only, ...others] = found
  if (!only)
    throw new CommandError(`there is nobody named ${JSON.stringify(wanted)}: \`palate people\` lists everybody`)
  if (others.length === 0) return only
  throw new CommandError(
    `several people are named ${JSON.stringify(wanted)}; use an id:`,
    found.map(({ id, role, email }) => `  ${id}  ${role ?? ''}  ${email ?? ''}`.trimEnd()),
  )
}
