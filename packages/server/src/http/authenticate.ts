import { Fault } from '@palate/core/fault.ts'
import { type Caller, type KeyState, keyFaultOf } from '@palate/core/keys/access.ts'
import { isWellFormedKey } from '@palate/core/keys/format.ts'
import type { Soon } from '../store/store.ts'

const details = {
  invalid_api_key: 'the API key is not known',
  expired_api_key: 'the API key has expired',
  revoked_api_key: 'the API key was revoked',
} as const

const headersKnownMax = 1000

/** How a key is looked for; the keys feature provides it. */
export interface KeyRing {
  readonly hashKey: (key: string) => string
  readonly findKey: (hash: string) => Soon<(Caller & KeyState) | undefined>
}

/**
 * Tells who asks, by the key in the Authorization header. The store is asked each time: a revocation holds at once.
 * Only what a header says, the hash of its key, is remembered, and only of keys that exist.
 */
export function createAuthenticator({ hashKey, findKey }: KeyRing) {
  const known = new Map<string, string>()

  function welcome(found: (Caller & KeyState) | undefined, header: string, keyHash: string, now: string): Caller {
    const wrong = found ? keyFaultOf(found, now) : 'invalid_api_key'
    if (!found || wrong) throw refusal(wrong ?? 'invalid_api_key', details[wrong ?? 'invalid_api_key'])
    remember(header, keyHash)
    return found
  }

  function remember(header: string, keyHash: string): void {
    if (known.has(header)) return
    if (known.size >= headersKnownMax) known.clear()
    known.set(header, keyHash)
  }

  return function authenticate(header = '', now: string): Soon<Caller> {
    const keyHash = known.get(header) ?? hashKey(keyIn(header))
    const found = findKey(keyHash)
    if (found instanceof Promise) return found.then((key) => welcome(key, header, keyHash, now))
    return welcome(found, header, keyHash, now)
  }
}

function keyIn(header: string): string {
  // What may follow the key is cut off apart: an expression for both would go over a long run of blanks again and again.
  const key = /^Bearer +(\S.*)$/i.exec(header)?.[1]?.trimEnd()
  if (key === undefined) throw refusal('missing_api_key', 'send the header "Authorization: Bearer <API key>"')
  if (!isWellFormedKey(key)) throw refusal('invalid_api_key', details.invalid_api_key)
  return key
}

function refusal(code: 'missing_api_key' | keyof typeof details, detail: string): Fault {
  return new Fault(code, detail, { headers: { 'www-authenticate': 'Bearer' } })
}
