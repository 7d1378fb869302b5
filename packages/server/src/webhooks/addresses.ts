import type { LookupFunction } from 'node:net'
import { Fault } from '@palate/core/fault.ts'

/** Which addresses may be requested: the same rules as for frames, passed in by main.ts. */
export interface AddressRules {
  /** The parsed URL; throws with the code `url_forbidden` if it is not allowed. */
  readonly checkUrl: (url: string) => URL
  /** DNS lookup for connections: returns only allowed addresses. */
  readonly lookup: LookupFunction
}

/** A slower name server is not waited for: forbidden addresses are also refused when sending. */
export const lookupMsMax = 1500

/** Refuses a URL that is not allowed, by its text or by what its host name resolves to now. */
export async function requireAllowed(rules: AddressRules, url: string): Promise<void> {
  try {
    const { hostname } = rules.checkUrl(url)
    await lookUp(rules, hostname.replace(/^\[|\]$/g, ''))
  } catch (error) {
    if (isForbidden(error)) throw new Fault('url_forbidden', `url: ${error.message}`)
    throw error
  }
}

export function isForbidden(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && error.code === 'url_forbidden'
}

/** Resolves also if the name has no address, because it may get one: only a forbidden address is refused. */
function lookUp({ lookup }: AddressRules, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(resolve, lookupMsMax)
    lookup(host, { all: true }, (error) => {
      clearTimeout(late)
      if (isForbidden(error)) reject(error)
      resolve()
    })
  })
}
