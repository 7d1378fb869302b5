import { Fault } from '../fault.ts'

const details = {
  invalid_api_key: 'the API key is not valid',
  expired_api_key: 'the API key has expired',
  revoked_api_key: 'the API key was revoked',
} as const

export type KeyFault = keyof typeof details

export function keyRefusal(code: KeyFault): Fault {
  return unauthorized(code, details[code])
}

/** No credential was sent, or only an expired session. */
export function missingKey(detail: string): Fault {
  return unauthorized('missing_api_key', detail)
}

export function sessionOver(): Fault {
  return missingKey('the session has ended: sign in again')
}

/** Every 401 names the authentication scheme. */
export function unauthorized(
  code: KeyFault | 'missing_api_key' | 'invalid_code' | 'invalid_sign_on',
  detail: string,
): Fault {
  return new Fault(code, detail, { headers: { 'www-authenticate': 'Bearer' } })
}
