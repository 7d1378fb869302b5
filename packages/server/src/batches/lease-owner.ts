import { randomBytes } from 'node:crypto'
import { readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** The names that were given out by this very process. */
const alive = new Set<string>()

/**
 * A name that others can tell to be a dead process's: host, space of process ids, process id, and something that is
 * never repeated.
 */
export function newLeaseOwner(): string {
  const name = `${hostname()}/${pidSpace()}/${process.pid}/${randomBytes(6).toString('hex')}`
  alive.add(name)
  return name
}

/** Is this the name of a process that would be seen from here, and is no more? */
export function isDeadOwner(owner: string): boolean {
  const [host, space, pid] = owner.split('/')
  if (host !== hostname() || space !== pidSpace()) return false
  // The machine may have started anew since, and given this process the number of that one.
  if (Number(pid) === process.pid) return !alive.has(owner)
  try {
    process.kill(Number(pid), 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

/** Containers may share a host's name, but not the numbers of their processes: who is seen in one is not in another. */
function pidSpace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return ''
  }
}
