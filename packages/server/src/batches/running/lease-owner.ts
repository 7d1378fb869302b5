import { randomBytes } from 'node:crypto'
import { readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** Owners that this process has created. */
const ownOwners = new Set<string>()

/** Names a lease owner so that other processes can tell whether it is alive: host, pid namespace, pid, random suffix. */
export function newLeaseOwner(): string {
  const name = `${hostname()}/${pidNamespace()}/${process.pid}/${randomBytes(6).toString('hex')}`
  ownOwners.add(name)
  return name
}

/** True only for an owner whose process would be visible from here and no longer exists. */
export function isDeadOwner(owner: string): boolean {
  const [host, namespace, pid] = owner.split('/')
  if (host !== hostname() || namespace !== pidNamespace()) return false
  // After a reboot this process may have the pid of the one that died.
  if (Number(pid) === process.pid) return !ownOwners.has(owner)
  try {
    process.kill(Number(pid), 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

/** Containers may share a host name but not a pid namespace: a process of one is not visible in another. */
function pidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return ''
  }
}
