import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'

/** The names that were given out by this very process. */
const alive = new Set<string>()

/** A name that others can tell to be a dead process's: host, process id, and something that is never repeated. */
export function nameOwner(): string {
  const name = `${hostname()}/${process.pid}/${randomBytes(6).toString('hex')}`
  alive.add(name)
  return name
}

/** Is this the name of a process of this machine that is no more? */
export function hasDied(owner: string): boolean {
  const [host, pid] = owner.split('/')
  if (host !== hostname()) return false
  // In a container the process before this one had the same number.
  if (Number(pid) === process.pid) return !alive.has(owner)
  try {
    process.kill(Number(pid), 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}
