import { promises as dns, type LookupAddress } from 'node:dns'
import { createSlots } from './slots.ts'

/** All addresses of a name; rejects with a system error (`code`) when there is none. */
export type Resolve = (name: string) => Promise<readonly LookupAddress[]>

/**
 * Names are asked of the name servers directly. The system's own lookup comes second: each call holds one of the
 * process's four pool threads until it ends, which decoding needs too, so that a few names with a silent name server
 * would stop everything. It knows the hosts file and search domains, and works on one name at a time.
 */
export const resolveName: Resolve = async (name) => {
  const bare = name.replace(/\.$/, '').toLowerCase()
  if (bare === 'localhost' || bare.endsWith('.localhost')) return loopback
  if (bare === 'invalid' || bare.endsWith('.invalid')) throw notFound(name)
  if (!bare.includes('.')) return systemLookup(name)
  const answers = await Promise.allSettled([ask(bare, 4), ask(bare, 6)])
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  if (addresses.length > 0) return addresses
  const refusals = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
  const silent = refusals.find((error) => error.code === 'ETIMEOUT')
  if (silent !== undefined) throw silent
  return systemLookup(name)
}

const resolver = new dns.Resolver({ timeout: 1500, tries: 2 })
const systemLookups = createSlots({ max: 1 })
const loopback: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]

async function ask(name: string, family: 4 | 6): Promise<readonly LookupAddress[]> {
  const addresses = family === 4 ? await resolver.resolve4(name) : await resolver.resolve6(name)
  return addresses.map((address) => ({ address, family }))
}

async function systemLookup(name: string): Promise<readonly LookupAddress[]> {
  const release = await systemLookups.acquire()
  try {
    return await dns.lookup(name, { all: true })
  } finally {
    release()
  }
}

function notFound(name: string): Error {
  return Object.assign(new Error(`${name} has no address`), { code: 'ENOTFOUND' })
}
