import { codeMs } from '@palate/core/sessions/schema.ts'
import { hashSecret, newSecret } from '../../platform/secrets.ts'
import type { Services } from '../../services.ts'
import { hashKey } from '../secret.ts'
import { createKeyFinder } from '../store.ts'
import { insertCode } from './session-store.ts'

/** A code that signs in with this key, for the link that the first start prints. */
export async function createFirstCode({ store, clock }: Pick<Services, 'store' | 'clock'>, key: string) {
  const found = await createKeyFinder(store)(hashKey(key))
  if (!found) throw new Error('the first key is not stored')
  const code = newSecret()
  const expiresAt = new Date(clock().getTime() + codeMs).toISOString()
  const { accountId, keyId } = found
  await store.write((db) => insertCode(db, { hash: hashSecret(code), accountId, keyId, expiresAt }), {
    usesReserve: true,
  })
  return code
}
