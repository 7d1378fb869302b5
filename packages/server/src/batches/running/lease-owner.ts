import { randomBytes } from 'node:crypto'
import { readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** Owners that this process has created. */
const ownOwners = new Set<string>()

/** A name by which other processes can check whether the owner is alive: host, pid namespace, pid, random suffix. */
export function newLeaseOwner(): string {
  const name = `${hostname()}/${pidNamespace()}/${process.pid}/${randomBytes(6).toString('hex')}`
  ownOwners.add(name)
  return name
}

/** True only if the owner's process would be visible from here and no longer exists. */
export function isDeadOwner(owner: string): boolean {
  const [host, namespace, pid] = owner.split('/')
  if (host !== hostname() || namespace !== pidNamespace()) return false
  // After a reboot, this process may have the pid of the dead one.
  if (Number(pid) === process.pid) return !ownOwners.has(owner)
  try {
    process.kill(Number(pid), 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

/** Containers may share a host name but not a pid namespace. Processes of one are not visible in another. */
function pidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return ''
  }
}
