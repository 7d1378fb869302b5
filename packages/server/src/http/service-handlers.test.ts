import { expect, test } from 'vitest'
import type { Call } from '../operations.ts'
import type { Concern } from '../platform/readiness.ts'
import { serviceHandlers } from './service-handlers.ts'

type Failing = Partial<Record<Concern, string>>

function readinessWith(failing: Failing) {
  const { readiness } = serviceHandlers(
    (['process', 'dependency', 'part'] as const).map((concerns) => ({
      name: `some ${concerns}`,
      concerns,
      check: async () => failing[concerns],
    })),
  )
  return (query: Call<'readiness'>['query'] = {}) => readiness({ query } as Call<'readiness'>)
}

test('a process is not ready while a feature reports a reason', async () => {
  expect(await readinessWith({})()).toEqual({ body: { status: 'ready' } })
  const checks = { 'some process': 'pictures wait too long for a worker' }
  const readiness = readinessWith({ process: checks['some process'] })
  for (const query of [{}, { ignore: 'dependencies' as const }]) {
    await expect(readiness(query)).rejects.toMatchObject({
      ...{ code: 'unavailable', message: checks['some process'] },
      extras: { members: { checks, cause: 'process' } },
    })
  }
})

test('a dependency that is down is told apart, and a balancer may ignore it', async () => {
  const checks = { 'some dependency': 'the store is not responding' }
  const readiness = readinessWith({ dependency: checks['some dependency'] })
  await expect(readiness()).rejects.toMatchObject({ extras: { members: { checks, cause: 'dependency' } } })
  expect(await readiness({ ignore: 'dependencies' })).toEqual({ body: { status: 'dependency_down', checks } })
})

test('what only some requests need is shown and leaves the process ready', async () => {
  const checks = { 'some part': 'the bucket refuses requests' }
  expect(await readinessWith({ part: checks['some part'] })()).toEqual({ body: { status: 'ready', checks } })
})

test('if the process fails as well, it is the cause, and the reasons leave out what does not matter', async () => {
  const readiness = readinessWith({ process: 'one', dependency: 'two', part: 'three' })
  await expect(readiness({ ignore: 'dependencies' })).rejects.toMatchObject({
    message: 'one; two',
    extras: { members: { cause: 'process', checks: { 'some part': 'three' } } },
  })
})
