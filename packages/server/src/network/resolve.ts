import { promises as dns, type LookupAddress } from 'node:dns'
import { createSlots } from '../semaphore.ts'

/** All addresses of a name; rejects with a system error (`code`) when there is none. */
export type Resolve = (name: string) => Promise<readonly LookupAddress[]>

export interface ResolveOptions {
  /** Name servers to ask instead of the system's own, as `address` or `address:port`. */
  readonly servers?: readonly string[]
  readonly tryTimeoutMs?: number
  /** For names that only the system knows, by its hosts file or its search domains. */
  readonly askSystem?: Resolve
}

/**
 * Names are asked of the name servers directly. The system's own lookup comes second: each call holds one of the
 * process's few pool threads until it ends, which decoding needs too, so that a handful of names with a silent name
 * server would stop everything. It therefore works on one name at a time.
 */
export function createResolve({
  servers,
  tryTimeoutMs = 1_000,
  askSystem = systemLookup,
}: ResolveOptions = {}): Resolve {
  const resolver = new dns.Resolver({ timeout: tryTimeoutMs, tries: 2 })
  if (servers !== undefined) resolver.setServers(servers)
  const systemLookups = createSlots({ max: 1 })

  async function askInTurn(name: string): Promise<readonly LookupAddress[]> {
    const release = await systemLookups.acquire()
    return askSystem(name).finally(release)
  }

  return async (name) => {
    const bare = name.replace(/\.$/, '').toLowerCase()
    if (isWithin(bare, 'localhost')) return loopback
    if (isWithin(bare, 'invalid')) throw notFound(name)
    if (!bare.includes('.')) return askInTurn(name)
    const { addresses, silence } = await askBoth(
      resolver.resolve4(bare).then((found) => found.map((address) => ({ address, family: 4 }))),
      resolver.resolve6(bare).then((found) => found.map((address) => ({ address, family: 6 }))),
    )
    if (addresses.length > 0) return addresses
    if (silence !== undefined) throw silence
    return askInTurn(name)
  }
}

/** Many name servers never answer the question for IPv6: whoever has an answer does not wait long for the other. */
async function askBoth(...questions: readonly Promise<readonly LookupAddress[]>[]) {
  const addresses: LookupAddress[] = []
  let silence: Error | undefined
  const answered = questions.map((question) =>
    question.then(
      (found) => void addresses.push(...found),
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ETIMEOUT') silence = error
      },
    ),
  )
  await Promise.race(answered)
  const pause = addresses.length > 0 ? [new Promise((resolve) => setTimeout(resolve, secondAnswerMs))] : []
  await Promise.race([Promise.all(answered), ...pause])
  return { addresses: [...addresses], silence }
}

const secondAnswerMs = 50

const loopback: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]

function isWithin(name: string, domain: string): boolean {
  return name === domain || name.endsWith(`.${domain}`)
}

async function systemLookup(name: string): Promise<readonly LookupAddress[]> {
  return dns.lookup(name, { all: true })
}

function notFound(name: string): Error {
  return Object.assign(new Error(`${name} has no address`), { code: 'ENOTFOUND' })
}
