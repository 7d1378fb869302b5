import { Fault } from '@palate/core/fault.ts'
import { isId } from '@palate/core/ids.ts'
import { type Caller, projectFor, projectsFor } from '@palate/core/keys/access.ts'
import { badCursor, formatCursor, pageSize, parseCursor } from '@palate/core/page.ts'
import { healthy } from '@palate/core/webhooks/health.ts'
import { defaultOverlapSeconds, type Webhook, webhooksPerAccountMax } from '@palate/core/webhooks/schema.ts'
import type { AuditedChange } from '../audit/audited-change.ts'
import { type Handlers, withPrecheck } from '../operations.ts'
import type { EnsureProject } from '../ports/projects.ts'
import type { Services } from '../services.ts'
import type { Db } from '../store/schema.ts'
import { listBody } from '../streaming/list-body.ts'
import { type AddressRules, requireAllowed } from './addresses.ts'
import { findDelivery } from './deliveries/delivery-store.ts'
import { disable } from './deliveries/outcomes.ts'
import { newSecret } from './deliveries/send.ts'
import type { EventRecorder } from './events/event-recorder.ts'
import type { WebhookSecrets } from './secrets/webhook-secrets.ts'
import * as store from './webhook-store.ts'

type Ids =
  | 'createWebhook'
  | 'listWebhooks'
  | 'getWebhook'
  | 'updateWebhook'
  | 'deleteWebhook'
  | 'rotateWebhookSecret'
  | 'testWebhook'

export function webhookHandlers(
  { newId, store: engine }: Services,
  rules: AddressRules,
  { record, recordFor }: EventRecorder,
  ensureProject: EnsureProject,
  secrets: Pick<WebhookSecrets, 'seal'>,
): Handlers<Ids> {
  return {
    createWebhook: withPrecheck(
      ({ caller, body }) => requireAllowed(rules, caller.accountId, body.url),
      async ({ caller, body, db, now }) => {
        const projectId = projectFor(caller, body.projectId)
        if ((await store.countWebhooks(db, caller.accountId)) >= webhooksPerAccountMax) {
          throw new Fault('too_many_webhooks', `an account has at most ${webhooksPerAccountMax} webhooks`)
        }
        const { url, events, description } = body
        const webhook: Webhook = {
          id: newId('hook'),
          ...(projectId !== undefined && { projectId }),
          url,
          events,
          ...(description !== undefined && { description }),
          status: 'enabled',
          createdAt: now,
          updatedAt: now,
        }
        if (projectId !== undefined) await ensureProject(db, caller.accountId, projectId, now)
        const secret = newSecret()
        const sealed = secrets.seal(secret, caller.accountId, webhook.id)
        await store.insertWebhook(db, caller.accountId, webhook, sealed)
        const headers = { location: `/v1/webhooks/${webhook.id}` }
        return { body: { ...webhook, secret }, replay: webhook, headers, audit: audited('webhook.created', webhook) }
      },
    ),

    async listWebhooks({ caller, query, db }) {
      const size = pageSize(query.limit)
      const projects = projectsFor(caller, query.projectId)
      const before = query.cursor === undefined ? undefined : idIn(query.cursor, 'hook')
      const body = await listBody<Webhook>({
        ...{ name: 'webhooks', size, textOf: JSON.stringify },
        read: (last, rowsMax) => store.listWebhooks(db, caller.accountId, projects, last?.id ?? before, rowsMax),
        cursorOf: ({ id }) => formatCursor([id]),
      })
      return { body }
    },

    async getWebhook({ caller, params, db }) {
      return { body: await readWebhook(db, caller, params.id) }
    },

    updateWebhook: withPrecheck(
      async ({ caller, body }) => {
        if (body.url !== undefined) await requireAllowed(rules, caller.accountId, body.url)
      },
      async ({ caller, params, body, db, now }) => {
        const { webhook } = await lockWebhook(db, caller, params.id)
        const before = { ...(body.url !== undefined && { previousHost: new URL(webhook.url).host }) }
        const details = { changed: Object.keys(body).sort(), ...before }
        const audit = { ...audited('webhook.updated', { ...webhook, url: body.url ?? webhook.url }), details }
        const { description: stored, disabledReason, ...rest } = webhook
        const description = body.description === undefined ? stored : (body.description ?? undefined)
        const wanted: Webhook = {
          ...rest,
          url: body.url ?? webhook.url,
          events: body.events ?? webhook.events,
          ...(description !== undefined && { description }),
          ...(disabledReason !== undefined && { disabledReason }),
          updatedAt: now,
        }
        if (body.status === 'disabled' && webhook.status === 'enabled') {
          return { body: await disable(db, caller, wanted, 'requested', now, record), audit }
        }
        if (body.status === 'enabled' && webhook.status === 'disabled') {
          const { disabledReason: _, ...enabled } = { ...wanted, status: 'enabled' as const }
          await store.updateHealth(db, caller.accountId, webhook.id, healthy)
          await store.updateWebhook(db, caller.accountId, enabled)
          return { body: enabled, audit }
        }
        // A new URL starts with a clean health record.
        if (wanted.url !== webhook.url) await store.updateHealth(db, caller.accountId, webhook.id, healthy)
        await store.updateWebhook(db, caller.accountId, wanted)
        return { body: wanted, audit }
      },
    ),

    async deleteWebhook({ caller, params, db }) {
      const { webhook } = await lockWebhook(db, caller, params.id)
      await store.deleteWebhook(db, caller.accountId, webhook.id)
      return { body: { success: true }, audit: audited('webhook.deleted', webhook) }
    },

    async rotateWebhookSecret({ caller, params, body, db, now }) {
      const { webhook: before, secret: oldSecret } = await lockWebhook(db, caller, params.id)
      const webhook = { ...before, updatedAt: now }
      const overlapMs = (body.overlapSeconds ?? defaultOverlapSeconds) * 1000
      const until = new Date(Date.parse(now) + overlapMs).toISOString()
      const secret = newSecret()
      const old = overlapMs > 0 ? { secret: oldSecret, until } : undefined
      const sealed = secrets.seal(secret, caller.accountId, webhook.id)
      await store.updateSecret(db, caller.accountId, webhook.id, sealed, old, now)
      return { body: { ...webhook, secret }, replay: webhook, audit: audited('webhook.secret_rotated', webhook) }
    },

    testWebhook: withPrecheck(
      async ({ caller, params }) => {
        const { url } = await readWebhook(engine.read, caller, params.id)
        await requireAllowed(rules, caller.accountId, url)
      },
      async ({ caller, params, db, now }) => {
        const { webhook } = await lockWebhook(db, caller, params.id)
        if (webhook.status === 'disabled') throw isDisabled()
        const event = {
          type: 'webhook.test' as const,
          projectId: webhook.projectId ?? null,
          profileId: null,
          data: { webhookId: webhook.id },
        }
        const id = await recordFor(db, caller.accountId, webhook.id, event, now)
        const found = await findDelivery(db, caller, id)
        if (!found) throw new Error(`the delivery ${id} is missing`)
        return { body: found.delivery }
      },
    ),
  }
}

/** Named by its host: the rest of a URL may contain a secret. */
function audited(action: AuditedChange['action'], { id, url, projectId }: Webhook): AuditedChange {
  return { action, target: { type: 'webhook', id, name: new URL(url).host }, projectId }
}

export async function readWebhook(db: Db, caller: Caller, id: string): Promise<Webhook> {
  const webhook = isId('hook', id) ? await store.findWebhook(db, caller, id) : undefined
  if (!webhook) throw unknownWebhook()
  return webhook
}

export function isDisabled(): Fault {
  return new Fault('webhook_disabled', 'the webhook is disabled: enable it first')
}

export function idIn(cursor: string, prefix: Parameters<typeof isId>[0]): string {
  const [id = ''] = parseCursor(cursor, 1)
  if (!isId(prefix, id)) throw badCursor()
  return id
}

async function lockWebhook(db: Db, caller: Caller, id: string) {
  const held = isId('hook', id) ? await store.lockWebhook(db, caller, id) : undefined
  if (!held) throw unknownWebhook()
  return held
}

function unknownWebhook(): Fault {
  return new Fault('webhook_not_found', 'there is no webhook with this id')
}
