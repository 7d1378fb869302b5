import type { CreatedWebhook, NewWebhook, Webhook, WebhookUpdate } from '@palate/client'
import { type Command, Option } from 'commander'
import { print, printJson, printWarning, UsageError } from '../../output.ts'
import { confirm } from '../../terminal/prompts.ts'
import { ago, table } from '../../terminal/text.ts'
import { apiCommand, type Context, withClient } from '../api-command.ts'
import type { ApiOptions } from '../connection/client.ts'
import { commaList, wholeNumber } from '../option-values.ts'
import { deliveryCommands } from './delivery-commands.ts'
import { eventTypesAmong } from './event-types.ts'
import { findWebhook } from './find-webhook.ts'
import { listenCommand } from './listen.ts'

export function webhooksCommand(): Command {
  const webhooks = apiCommand('webhooks', 'list, create and test webhooks, and see their deliveries', [
    'webhooks',
    'webhooks add https://example.com/hook --events "profile.*,quality.alert"',
    'webhooks test https://example.com/hook',
    'webhooks deliveries https://example.com/hook --status dead',
    'webhooks listen --forward http://localhost:3000/hook',
  ])
    .option('--project <project>', 'only webhooks of this project')
    .action(withClient(list))
  for (const command of [...ownCommands(), ...deliveryCommands(), listenCommand()]) webhooks.addCommand(command)
  return webhooks
}

function ownCommands(): readonly Command[] {
  return [
    apiCommand('add', 'create a webhook and print only its secret on standard output', [
      'webhooks add https://example.com/hook',
      'webhooks add https://example.com/hook --events "profile.*" --project studio',
    ])
      .argument('<address>', 'URL to send events to')
      .option('--events <list>', 'names and patterns such as profile.* (default: all)', commaList)
      .option('--project <project>', 'only events of this project')
      .option('--description <text>')
      .action(withClient(add)),
    apiCommand('show', 'show a webhook', ['webhooks show https://example.com/hook'])
      .argument('<webhook>', 'id or URL')
      .action(withClient(showOne)),
    apiCommand('update', 'change a webhook', [
      'webhooks update hook_… --events "quality.alert"',
      'webhooks update https://example.com/hook --to https://example.com/new',
      'webhooks update hook_… --disable',
    ])
      .argument('<webhook>', 'id or URL')
      .option('--to <address>', 'send to this URL')
      .option('--events <list>', 'names and patterns such as profile.*', commaList)
      .option('--description <text>')
      .option('--enable', 'resume sending')
      .addOption(new Option('--disable', 'stop sending').conflicts('enable'))
      .action(withClient(update)),
    apiCommand('remove', 'delete a webhook', ['webhooks remove https://example.com/hook --yes'])
      .argument('<webhook>', 'id or URL')
      .option('--yes', 'do not ask for confirmation')
      .action(withClient(remove)),
    apiCommand('rotate-secret', 'create a new secret and print only the secret on standard output', [
      'webhooks rotate-secret hook_… --overlap 3600',
    ])
      .argument('<webhook>', 'id or URL')
      .option('--overlap <seconds>', 'how long the old secret keeps signing (default: one day)', wholeNumber)
      .action(withClient(rotateSecret)),
  ]
}

async function list({ palate, options, show }: Context<ApiOptions & { project?: string }>): Promise<void> {
  const webhooks: Webhook[] = []
  const query = options.project === undefined ? {} : { projectId: options.project }
  for await (const webhook of palate.webhooks.list(query)) webhooks.push(webhook)
  show({ webhooks }, () => {
    if (webhooks.length === 0) return 'No webhooks yet. Create one: palate webhooks add https://…'
    const rows = webhooks.map((one) => [one.url, one.events.join(','), one.projectId ?? 'all', statusOf(one), one.id])
    return table([['URL', 'EVENTS', 'PROJECT', 'STATUS', 'ID'], ...rows])
  })
}

function statusOf({ status, disabledReason }: Webhook): string {
  return disabledReason === undefined ? status : `${status} (${disabledReason})`
}

type AddOptions = ApiOptions & { events?: readonly string[]; project?: string; description?: string }

async function add({ palate, options }: Context<AddOptions>, url: string): Promise<void> {
  const { events = ['*'], project, description } = options
  await eventTypesAmong(events)
  const wanted = {
    url,
    events: [...events],
    ...(project !== undefined && { projectId: project }),
    ...(description !== undefined && { description }),
  }
  showSecret(await palate.webhooks.create(wanted as NewWebhook), options)
}

/** Prints only the secret on standard output, so that it can be piped. */
function showSecret(made: CreatedWebhook, { json }: ApiOptions): void {
  if (!json) printWarning(`${made.id} signs with this secret, which will not be shown again`)
  if (json) printJson(made)
  else print(made.secret ?? '')
}

async function showOne({ palate, show }: Context<ApiOptions>, wanted: string): Promise<void> {
  const webhook = await findWebhook(palate, wanted)
  show(webhook, () =>
    table([
      ['address', webhook.url],
      ['events', webhook.events.join(', ')],
      ['project', webhook.projectId ?? 'all'],
      ['status', statusOf(webhook)],
      ...(webhook.description === undefined ? [] : [['description', webhook.description]]),
      ['made', ago(webhook.createdAt)],
      ['id', webhook.id],
    ]),
  )
}

type UpdateOptions = ApiOptions & {
  to?: string
  events?: readonly string[]
  description?: string
  enable?: boolean
  disable?: boolean
}

async function update({ palate, options, show }: Context<UpdateOptions>, wanted: string): Promise<void> {
  const { to, events, description, enable, disable } = options
  const changes = {
    ...(to !== undefined && { url: to }),
    ...(events && { events: [...events] }),
    ...(description !== undefined && { description }),
    ...(enable && { status: 'enabled' }),
    ...(disable && { status: 'disabled' }),
  }
  if (Object.keys(changes).length === 0) {
    throw new UsageError('say what to change: --to, --events, --description, --enable or --disable')
  }
  if (events) await eventTypesAmong(events)
  const { id } = await findWebhook(palate, wanted)
  const changed = await palate.webhooks.update(id, changes as WebhookUpdate)
  show(changed, () => `Changed ${changed.id}: ${changed.events.join(', ')} to ${changed.url}, ${statusOf(changed)}.`)
}

async function remove({ palate, options, show }: Context<ApiOptions & { yes?: boolean }>, wanted: string) {
  const { id, url } = await findWebhook(palate, wanted)
  await confirm(`Delete the webhook ${id} to ${url}?`, options.yes)
  show(await palate.webhooks.delete(id), () => `Deleted the webhook to ${url}.`)
}

async function rotateSecret({ palate, options }: Context<ApiOptions & { overlap?: number }>, wanted: string) {
  const { id } = await findWebhook(palate, wanted)
  const { overlap } = options
  showSecret(await palate.webhooks.rotateSecret(id, overlap === undefined ? {} : { overlapSeconds: overlap }), options)
}
