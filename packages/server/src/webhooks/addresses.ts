import type { LookupFunction } from 'node:net'
import { Fault } from '@palate/core/fault.ts'

/** Which addresses may be requested: the same rules as for frames, passed in by main.ts. */
export interface AddressRules {
  /** The parsed URL; throws with the code `url_forbidden` if it is not allowed. */
  readonly checkUrl: (url: string) => URL
  /** DNS lookup for connections of an account: returns only allowed addresses. */
  readonly lookupFor: (accountId: string) => LookupFunction
}

/** The check does not wait longer for DNS, because sending also refuses forbidden addresses. */
export const lookupMsMax = 1500

/** Refuses a URL if its text or the address to which its host name currently resolves is not allowed. */
export async function requireAllowed(rules: AddressRules, accountId: string, url: string): Promise<void> {
  try {
    const { hostname } = rules.checkUrl(url)
    await lookUp(rules.lookupFor(accountId), hostname.replace(/^\[|\]$/g, ''))
  } catch (error) {
    if (isForbidden(error)) throw new Fault('url_forbidden', `url: ${error.message}`)
    throw error
  }
}

export function isForbidden(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && error.code === 'url_forbidden'
}

/** Refuses only forbidden addresses. A name that does not resolve now may do so later. */
function lookUp(lookup: LookupFunction, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(resolve, lookupMsMax)
    lookup(host, { all: true }, (error) => {
      clearTimeout(late)
      if (isForbidden(error)) reject(error)
      resolve()
    })
  })
}
