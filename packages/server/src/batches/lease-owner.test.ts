import { spawnSync } from 'node:child_process'
import { hostname } from 'node:os'
import { expect, test } from 'vitest'
import { isDeadOwner, newLeaseOwner } from './lease-owner.ts'

const [host = '', space = '', pid = ''] = newLeaseOwner().split('/')
const { pid: deadPid } = spawnSync(process.execPath, ['--version'])

test('a process that can be seen is not dead', () => {
  expect(host).toBe(hostname())
  expect(pid).toBe(String(process.pid))
  expect(isDeadOwner(newLeaseOwner())).toBe(false)
  expect(isDeadOwner(`${host}/${space}/${process.ppid}/abc`)).toBe(false)
})

test('one that would be seen and is not has died, as has one with the number of this very process', () => {
  expect(isDeadOwner(`${host}/${space}/${deadPid}/abc`)).toBe(true)
  expect(isDeadOwner(`${host}/${space}/${pid}/abc`)).toBe(true)
})

test('one of another machine, of another container with the same host name, or of an older Palate is not known', () => {
  expect(isDeadOwner(`elsewhere/${space}/${deadPid}/abc`)).toBe(false)
  expect(isDeadOwner(`${host}/pid:[1]/${deadPid}/abc`)).toBe(false)
  expect(isDeadOwner(`${host}/pid:[1]/${pid}/abc`)).toBe(false)
  expect(isDeadOwner(`${host}/${deadPid}/abc`)).toBe(false)
})

test.runIf(process.platform === 'linux')('the space of process ids is the one that the kernel names', () => {
  expect(space).toMatch(/^pid:\[\d+\]$/)
})
