import type { Selectable } from 'kysely'
import { LRUCache } from 'lru-cache'
import { entriesMax } from '../../platform/entries-max.ts'
import { openSecretKeys } from '../../platform/secret-keys.ts'
import type { Services } from '../../services.ts'
import type { Db, Schema } from '../../store/schema.ts'
import { createSecretBox } from './secret-box.ts'

const unreadableMax = 10_000
/** After this time, deliveries of a webhook whose secret could not be decrypted are tried again. */
const unreadableMs = 30_000
const rowsPerPieceMax = 100

export interface WebhookSecrets {
  /** The form in which a webhook's secret is stored. */
  seal(secret: string, accountId: string, webhookId: string): string
  /** The secrets that sign now. Undefined if this process cannot decrypt them; the reason is logged. */
  open(row: StoredSecrets, now: string): readonly string[] | undefined
  /** Whether `open` failed for this webhook a short time ago. */
  isUnreadable(webhookId: string): boolean
  /**
   * Encrypts the account's stored secrets that are not encrypted with the current key. Any number of processes may do
   * it.
   */
  sealStored(accountId: string): Promise<void>
  /** The accounts that have such secrets, for the start, which may be the first with this key. */
  listAccountsToSeal(): Promise<readonly string[]>
}

/** Encrypts webhook secrets: docs/decisions/webhooks.md. */
export function openWebhookSecrets({ config, store, log }: Pick<Services, 'config' | 'store' | 'log'>): WebhookSecrets {
  const box = createSecretBox(openSecretKeys(config))
  const unreadable = new LRUCache<string, true>({ ...entriesMax(unreadableMax), ttl: unreadableMs })
  if (box.currentPrefix === undefined) {
    log.warn('PALATE_SECRET_KEY is not set: webhook secrets are stored in plain text')
  }

  function noteUnreadable({ account_id: accountId, id: webhookId }: StoredSecrets): void {
    unreadable.set(webhookId, true)
    log.error(
      { accountId, webhookId },
      'the secret of a webhook was encrypted with another key: set PALATE_SECRET_KEY_OLD to that key; deliveries wait',
    )
  }

  /** Encrypted with the current key. Unchanged if it is already, or if no key fits. */
  function reseal(stored: string, place: string): string {
    const secret = stored.startsWith(box.currentPrefix ?? '') ? undefined : box.open(stored, place)
    return secret === undefined ? stored : box.seal(secret, place)
  }

  async function sealOne(row: StoredSecrets): Promise<void> {
    const place = placeOf(row.account_id, row.id)
    if (box.open(row.secret, place) === undefined) noteUnreadable(row)
    const secret = reseal(row.secret, place)
    const oldSecret = row.old_secret === null ? null : reseal(row.old_secret, place)
    if (secret === row.secret && oldSecret === row.old_secret) return
    await store.write((db) => replaceSecret(db, row, secret, oldSecret))
  }

  return {
    seal: (secret, accountId, webhookId) => box.seal(secret, placeOf(accountId, webhookId)),

    open(row, now) {
      const place = placeOf(row.account_id, row.id)
      const secret = box.open(row.secret, place)
      if (secret === undefined) {
        noteUnreadable(row)
        return undefined
      }
      const isOldValid = row.old_secret !== null && (row.old_secret_until ?? '') > now
      const old = isOldValid ? box.open(row.old_secret ?? '', place) : undefined
      return old === undefined ? [secret] : [secret, old]
    },

    isUnreadable: (webhookId) => unreadable.has(webhookId),

    async sealStored(accountId) {
      if (box.currentPrefix === undefined) return
      for (let after: string | undefined = ''; after !== undefined; ) {
        const { backgroundRead } = store
        const rows = await listSecretsToSeal(backgroundRead, accountId, box.currentPrefix, after, rowsPerPieceMax)
        for (const row of rows) await sealOne(row)
        after = rows.length < rowsPerPieceMax ? undefined : rows.at(-1)?.id
      }
    },

    listAccountsToSeal: async () =>
      box.currentPrefix === undefined ? [] : listAccountsToSeal(store.backgroundRead, box.currentPrefix),
  }
}

/** Bound to the ciphertext, so that a secret copied to another row cannot be decrypted there. */
function placeOf(accountId: string, webhookId: string): string {
  return `webhooks/${accountId}/${webhookId}`
}

export const secretColumns = ['account_id', 'id', 'secret', 'old_secret', 'old_secret_until'] as const

/** The secrets of a webhook in their stored form. */
type StoredSecrets = Readonly<Pick<Selectable<Schema['webhooks']>, (typeof secretColumns)[number]>>

/** An account's webhooks after an id with a secret that does not start with this prefix. */
async function listSecretsToSeal(
  db: Db,
  accountId: string,
  prefix: string,
  after: string,
  limit: number,
): Promise<readonly StoredSecrets[]> {
  return db
    .selectFrom('webhooks')
    .select(secretColumns)
    .where('account_id', '=', accountId)
    .where('id', '>', after)
    .where((eb) => eb.or([eb('secret', 'not like', `${prefix}%`), eb('old_secret', 'not like', `${prefix}%`)]))
    .orderBy('id')
    .limit(limit)
    .execute()
}

async function listAccountsToSeal(db: Db, prefix: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('webhooks')
    .select('account_id')
    .distinct()
    .where((eb) => eb.or([eb('secret', 'not like', `${prefix}%`), eb('old_secret', 'not like', `${prefix}%`)]))
    .execute()
  return rows.map(({ account_id }) => account_id)
}

/** Does nothing if another process changed them since they were read. */
export async function replaceSecret(
  db: Db,
  read: StoredSecrets,
  secret: string,
  oldSecret: string | null,
): Promise<void> {
  await db
    .updateTable('webhooks')
    .set({ secret, old_secret: oldSecret })
    .where('account_id', '=', read.account_id)
    .where('id', '=', read.id)
    .where('secret', '=', read.secret)
    .where('old_secret', read.old_secret === null ? 'is' : '=', read.old_secret)
    .execute()
}
