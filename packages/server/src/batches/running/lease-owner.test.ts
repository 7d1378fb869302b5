import { spawnSync } from 'node:child_process'
import { hostname } from 'node:os'
import { expect, test } from 'vitest'
import { isDeadOwner, newLeaseOwner } from './lease-keeper.ts'

const [host = '', space = '', pid = ''] = newLeaseOwner().split('/')
const { pid: deadPid } = spawnSync(process.execPath, ['--version'])

test('a visible process is not dead', () => {
  expect(host).toBe(hostname())
  expect(pid).toBe(String(process.pid))
  expect(isDeadOwner(newLeaseOwner())).toBe(false)
  expect(isDeadOwner(`${host}/${space}/${process.ppid}/abc`)).toBe(false)
})

test('a process is dead if it should be visible and is not, or if another owner has the pid of this process', () => {
  expect(isDeadOwner(`${host}/${space}/${deadPid}/abc`)).toBe(true)
  expect(isDeadOwner(`${host}/${space}/${pid}/abc`)).toBe(true)
})

test('a process on another machine, in another container or of an older Palate is not known to be dead', () => {
  expect(isDeadOwner(`elsewhere/${space}/${deadPid}/abc`)).toBe(false)
  expect(isDeadOwner(`${host}/pid:[1]/${deadPid}/abc`)).toBe(false)
  expect(isDeadOwner(`${host}/pid:[1]/${pid}/abc`)).toBe(false)
  expect(isDeadOwner(`${host}/${deadPid}/abc`)).toBe(false)
})

test.runIf(process.platform === 'linux')('the pid namespace is the one that the kernel reports', () => {
  expect(space).toMatch(/^pid:\[\d+\]$/)
})
