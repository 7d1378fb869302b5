import { daysKept } from '@palate/core/days-kept.ts'
import { sweepAudit } from '@palate/server/audit/audit-store.ts'
import { sweepEnded } from '@palate/server/batches/running/sweep.ts'
import { listPinnedWorking } from '@palate/server/batches/storing/request-store.ts'
import { moveAll } from '@palate/server/bucket/move.ts'
import { sweepRequests } from '@palate/server/composition/background.ts'
import { readProfile } from '@palate/server/composition/check-embedder.ts'
import { deleteAccount, sweepDeletedAccounts } from '@palate/server/composition/delete-account.ts'
import { createFindExpiry } from '@palate/server/composition/find-expiry.ts'
import { openObjectSweep } from '@palate/server/composition/frame-storage.ts'
import { type Sweep, sweepAccounts } from '@palate/server/composition/sweep-accounts.ts'
import { type Config, readConfig } from '@palate/server/config/config.ts'
import { isTextOfFrame } from '@palate/server/frames/blobs/blob-store.ts'
import { movableFrames } from '@palate/server/frames/blobs/move-blobs.ts'
import { hasPicture } from '@palate/server/frames/frame-store.ts'
import { findUnusedFirstKey, listAccountIds } from '@palate/server/keys/accounts.ts'
import { PictureSweep } from '@palate/server/pictures/sweep/picture-sweep.ts'
import { movableThumbnails } from '@palate/server/pictures/thumbnails/move-thumbnails.ts'
import { sweepDiscards } from '@palate/server/profiles/annotations/discard-store.ts'
import { sweepObjectsAhead } from '@palate/server/profiles/snapshots/objects-ahead-store.ts'
import { sweepUncommittedBlobs } from '@palate/server/profiles/snapshots/sweep-uncommitted-blobs.ts'
import { inspectStore } from '@palate/server/store/backup/inspect.ts'
import { noteChangedPeriods } from '@palate/server/store/due-accounts.ts'
import { openStore } from '@palate/server/store/open.ts'
import type { Store } from '@palate/server/store/store.ts'
import { openWebhookSecrets } from '@palate/server/webhooks/secrets/webhook-secrets.ts'
import { sweepWebhooks } from '@palate/server/webhooks/sweep.ts'
import { pino } from 'pino'
import type { Client } from '../harness/client.ts'
import { startService } from '../harness/service.ts'
import { startS3 } from '../objects/s3-server.ts'
import { operationRequests, pictureNamed, send } from '../properties/operation-requests.ts'
import { createTenant, type Tenant } from '../properties/tenant.ts'
import { sendRareStatements } from './rare-statements.ts'

const dayMs = 24 * 3_600_000

/**
 * Uses all operations, background work and commands, so that the service sends each of its statements to PostgreSQL.
 * Two accounts do the same at the same time, so that a statement with rows of both would be noticed.
 */
export async function useEverything(): Promise<void> {
  const s3 = await startS3()
  const env = {
    ...s3.env,
    PALATE_WEBHOOK_RETRY_MS: '1',
    PALATE_ALLOW_PRIVATE_NETWORK: '127.0.0.0/8',
    PALATE_METRICS_PORT: '0',
    PALATE_ACCOUNT_BYTES: String(1024 ** 3),
    PALATE_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  }
  const service = await startService('postgres', env)
  const clients = [service.as(await service.newAccount()), service.as(await service.newAccount())]
  const tenants = await Promise.all(clients.map((client) => createTenant(client, 'red')))
  await Promise.all(tenants.map(useOperations))
  await fetch(service.metricsUrl)
  const config = readConfig({ ...service.home.env, ...env })
  const store = await openStore(config, { isService: true })
  await sendRareStatements(store)
  await runCommands(store, config, tenants)
  await sweepAll(store, config)
  const services = { store, config, log: pino({ level: 'silent' }), clock: () => new Date() }
  for (const accountId of await listAccountIds(store.read)) await deleteAccount(services, accountId)
  await sweepDeletedAccounts({ ...services, clock: () => new Date(Date.now() + 48 * 60 * 60_000) })
  await store.close()
  await service.stop()
  await s3.stop()
}

async function useOperations({ client, ids }: Tenant): Promise<void> {
  await scoreWithStandIns(client, ids.project)
  const requests = operationRequests(ids, 'Everything')
  const isDeletion = ({ route }: (typeof requests)[number]) => route.method === 'DELETE'
  for (const request of requests.filter((one) => !isDeletion(one))) await send(client, request)
  for (const request of requests.filter(isDeletion)) await send(client, request)
}

/** Frames of the library stand in for bad exemplars if there are none. */
async function scoreWithStandIns(client: Client, projectId: string): Promise<void> {
  const { body } = await client.call('POST', '/v1/profiles', { body: { projectId, name: 'Good exemplars alone' } })
  const url = `data:image/png;base64,${Buffer.from(pictureNamed('good')).toString('base64')}`
  const exemplars = [{ url, label: 'good' }]
  await client.call('POST', `/v1/profiles/${body.id}/annotations`, { body: { exemplars } })
  const request = { profile_id: body.id, include_working: true, dimensions: ['aesthetics'] }
  await client.call('POST', '/v1/score', { body: { ...request, frames: [{ id: 'f', url }] } })
}

async function runCommands(store: Store, config: Config, tenants: readonly Tenant[]): Promise<void> {
  await inspectStore(config)
  await findUnusedFirstKey(store.read, config.dataDir)
  for (const { ids } of tenants) await readProfile(store, config, ids.profile, 'brightness').catch(() => undefined)
  const services = { store, config, clock: () => new Date() }
  const accountIds = await listAccountIds(store.read)
  const ignore = () => {}
  await moveAll([movableFrames(services, null), movableThumbnails(services, null)], accountIds, ignore, ignore)
}

/** More than a year later, when everything has expired. */
async function sweepAll(store: Store, config: Config): Promise<void> {
  const services = { store, config, log: pino({ level: 'silent' }), clock: () => new Date(Date.now() + 400 * dayMs) }
  const scoring = new PictureSweep(services, { hasPicture }, daysKept)
  const objects = openObjectSweep(services)
  const secrets = openWebhookSecrets(services)
  const sweeps: Sweep[] = [
    (accountId) => leavePendingDeliveries(store, accountId),
    (accountId) => sweepWebhooks(services, accountId, daysKept.events),
    (accountId) => sweepRequests(services, accountId),
    (accountId) => sweepAudit(services, accountId, daysKept.audit),
    (accountId) => scoring.run(accountId),
    (accountId, rowsMax) => objects.run(accountId, rowsMax),
    (accountId) => sweepEnded(services, accountId, daysKept.batches),
    (accountId) => secrets.sealStored(accountId),
    (accountId) => sweepUncommittedBlobs(services, accountId, listPinnedWorking, isTextOfFrame),
    (accountId) => sweepObjectsAhead(services, accountId),
    (accountId) => sweepDiscards(services, accountId),
  ]
  for (const periods of ['1', '2']) await noteChangedPeriods(store, periods, services.clock().toISOString())
  await sweepAccounts(services, sweeps, createFindExpiry(services))
}

/** Does what a change does that runs while its webhook is being disabled. */
async function leavePendingDeliveries(store: Store, accountId: string): Promise<void> {
  const pending = { account_id: accountId, id: 'd', webhook_id: 'h', event_id: 'e', event_type: 'e', stream: '' }
  const times = { due_at: new Date().toISOString(), created_at: new Date().toISOString() }
  await store.write(async (db) => {
    const { id } = await db
      .updateTable('webhooks')
      .set({ status: 'disabled' })
      .where('account_id', '=', accountId)
      .returning('id')
      .executeTakeFirstOrThrow()
    const row = { ...pending, webhook_id: id, place: 1, status: 'pending' as const, tries: 0, ...times }
    await db.insertInto('deliveries').values(row).execute()
  })
}
