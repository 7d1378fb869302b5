import { promises as dns, type LookupAddress } from 'node:dns'
import { createSemaphore } from '../work/semaphore.ts'

/**
 * Resolves a host name to all its addresses. Rejects with a system error (`code`) if it has none. Accounts take turns.
 */
export type Resolve = (name: string, accountId?: string) => Promise<readonly LookupAddress[]>

export interface ResolveOptions {
  /** Name servers to query instead of the system's, as `address` or `address:port`. */
  readonly servers?: readonly string[]
  readonly tryTimeoutMs?: number
  readonly systemWaitMsMax?: number
  /** Resolves names that only the system knows, from its hosts file or search domains. */
  readonly systemLookup?: Resolve
}

/**
 * Queries the name servers directly, and uses the system's lookup only for names that they do not know. Each system
 * lookup blocks one of the process's few pool threads, which decoding also needs: a handful of names with an
 * unresponsive name server would stop everything. So each account may have one system lookup at a time, and there are
 * at most two in total.
 */
export function createResolve({
  servers,
  tryTimeoutMs = 1_000,
  systemWaitMsMax = systemLookupWaitMsMax,
  systemLookup = lookupAll,
}: ResolveOptions = {}): Resolve {
  const resolver = new dns.Resolver({ timeout: tryTimeoutMs, tries: 2 })
  if (servers !== undefined) resolver.setServers(servers)
  const system = createSemaphore({ max: systemLookupsMax, leavesAsMuchFree: true })

  async function lookupBySystem(name: string, accountId: string): Promise<readonly LookupAddress[]> {
    // When this expires, the caller has already given up.
    const signal = AbortSignal.timeout(systemWaitMsMax)
    const release = await system.acquire({ priority: 'realtime', accountId, signal }).catch(() => {
      throw Object.assign(new Error(`the lookup of ${name} timed out`), { code: 'ETIMEOUT' })
    })
    return systemLookup(name).finally(release)
  }

  return async (name, accountId = '') => {
    const bare = name.replace(/\.$/, '').toLowerCase()
    if (isWithin(bare, 'localhost')) return loopback
    if (isWithin(bare, 'invalid')) throw notFound(name)
    if (!bare.includes('.')) return lookupBySystem(name, accountId)
    const { addresses, timeout } = await queryBoth(
      resolver.resolve4(bare).then((found) => found.map((address) => ({ address, family: 4 }))),
      resolver.resolve6(bare).then((found) => found.map((address) => ({ address, family: 6 }))),
    )
    if (addresses.length > 0) return addresses
    if (timeout !== undefined) throw timeout
    return lookupBySystem(name, accountId)
  }
}

/** Waits only briefly for the second family once the first has answered: many name servers never answer for IPv6. */
async function queryBoth(...queries: readonly Promise<readonly LookupAddress[]>[]) {
  const addresses: LookupAddress[] = []
  let timeout: Error | undefined
  const answered = queries.map((query) =>
    query.then(
      (found) => void addresses.push(...found),
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ETIMEOUT') timeout = error
      },
    ),
  )
  await Promise.race(answered)
  const pause = addresses.length > 0 ? [new Promise((resolve) => setTimeout(resolve, secondAnswerMs))] : []
  await Promise.race([Promise.all(answered), ...pause])
  return { addresses: [...addresses], timeout }
}

const secondAnswerMs = 50
const systemLookupsMax = 2
const systemLookupWaitMsMax = 5_000

const loopback: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]

function isWithin(name: string, domain: string): boolean {
  return name === domain || name.endsWith(`.${domain}`)
}

async function lookupAll(name: string): Promise<readonly LookupAddress[]> {
  return dns.lookup(name, { all: true })
}

function notFound(name: string): Error {
  return Object.assign(new Error(`${name} has no address`), { code: 'ENOTFOUND' })
}
