import type { LookupFunction } from 'node:net'
import { Fault } from '@palate/core/fault.ts'

/** Which addresses may be used; the rules are those for frames, and whoever starts the service brings them. */
export interface AddressRules {
  /** The address, parsed; throws with the code `url_forbidden` where it may not be asked. */
  readonly checkUrl: (url: string) => URL
  /** For connections: gives only addresses that may be reached. */
  readonly lookup: LookupFunction
}

/** A name server that takes longer is not waited for: what may not be reached is refused at the sending too. */
export const lookupMsMax = 1500

/** Refuses what may not be asked: by its spelling, and by what its name stands for at the moment. */
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

/** A name that has no address yet may get one: only a forbidden address is a reason to refuse. */
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
