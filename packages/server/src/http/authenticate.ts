import { Fault } from '@palate/core/fault.ts'
import { type Caller, endOf, type KeyState } from '@palate/core/keys/access.ts'
import { isWellFormedKey } from '@palate/core/keys/format.ts'

const details = {
  invalid_api_key: 'the API key is not known',
  expired_api_key: 'the API key has expired',
  revoked_api_key: 'the API key was revoked',
} as const

export type FindKey = (key: string) => Promise<(Caller & KeyState) | undefined>

/** Who asks, by the key in the Authorization header. The store is asked each time: a revocation holds at once. */
export async function authenticate(authorization: string | undefined, findKey: FindKey, now: string): Promise<Caller> {
  const key = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1]
  if (key === undefined) {
    throw refusal('missing_api_key', 'send the header "Authorization: Bearer <API key>"')
  }
  const found = isWellFormedKey(key) ? await findKey(key) : undefined
  const wrong = found ? endOf(found, now) : 'invalid_api_key'
  if (!found || wrong) throw refusal(wrong ?? 'invalid_api_key', details[wrong ?? 'invalid_api_key'])
  return found
}

function refusal(code: 'missing_api_key' | keyof typeof details, detail: string): Fault {
  return new Fault(code, detail, { headers: { 'www-authenticate': 'Bearer' } })
}
