import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { turnsBetweenTasks, yieldAfterMs, yieldIfLong } from './event-loop.ts'
import type { WorkContext } from './work-context.ts'

/** Tasks queued ahead of another one. On a busy machine one step can take as long as several. */
const tasks = 16

const ofAccount = (accountId: string): WorkContext => ({ priority: 'realtime', accountId })

/** A step that uses up a turn. */
function longStep(): void {
  const startedMs = performance.now()
  while (performance.now() - startedMs <= yieldAfterMs);
}

/** Runs steps of this length and reports each of them. */
async function takeSteps(work: WorkContext, count: number, note: () => void, step = longStep): Promise<void> {
  for (let i = 0; i < count; i++) {
    const yielded = yieldIfLong(work)
    if (yielded) await yielded
    step()
    note()
  }
}

test('work waits for the next turn of the event loop after 5 ms of this one', async () => {
  expect(yieldAfterMs).toBe(5)
  await nextTurn()
  let hasTurned = false
  setImmediate(() => {
    hasTurned = true
  })
  yieldIfLong()
  longStep()
  await yieldIfLong()
  expect(hasTurned).toBe(true)
  await nextTurn()
  await nextTurn()
  expect(yieldIfLong()).toBe(undefined)
})

test('however many tasks wait, one turn runs them for 5 ms in total, plus one step', async () => {
  let turn = 0
  const stepsOfTurn = new Map<number, number>()
  let timer = setImmediate(count)
  function count() {
    turn += 1
    timer = setImmediate(count)
  }
  const note = () => stepsOfTurn.set(turn, (stepsOfTurn.get(turn) ?? 0) + 1)
  await Promise.all(Array.from({ length: tasks }, () => takeSteps(ofAccount('a'), 2, note)))
  clearImmediate(timer)
  // One before this turn's immediates and one of them.
  expect(Math.max(...stepsOfTurn.values())).toBeLessThanOrEqual(2)
})

test('a task of another account, or of none, waits for one turn, not for earlier tasks', async () => {
  for (const work of [ofAccount('b'), undefined]) {
    let stepsOfOthers = 0
    const others = Array.from({ length: tasks }, () => takeSteps(ofAccount('a'), 2, () => stepsOfOthers++))
    await takeSteps(work ?? ofAccount(''), 1, () => expect(stepsOfOthers).toBeLessThan(tasks / 2))
    await Promise.all(others)
  }
})

test("an account's requests do not wait for the frames of its batches", async () => {
  let batchSteps = 0
  const frames = Array.from({ length: tasks }, () =>
    takeSteps({ priority: 'batch', accountId: 'a' }, 2, () => batchSteps++),
  )
  await takeSteps(ofAccount('a'), 1, () => expect(batchSteps).toBeLessThan(tasks / 2))
  await Promise.all(frames)
})

test('accounts take turns by the time they use', async () => {
  const steps = { many: 0, one: 0 }
  const many = Array.from({ length: tasks }, () => takeSteps(ofAccount('many'), 2, () => steps.many++))
  await takeSteps(ofAccount('one'), 10, () => steps.one++)
  // About as many as the other account has run. In order of arrival it would be all of them.
  expect(steps.many).toBeLessThan(2 * tasks)
  await Promise.all(many)
})

test('a resumed task runs short steps for 5 ms before the next one is resumed', async () => {
  const order: string[] = []
  const noted = (name: string) =>
    takeSteps(
      ofAccount(name),
      5,
      () => order.push(name),
      () => {},
    )
  const first = takeSteps(ofAccount('a'), 1, () => {})
  await Promise.all([first, noted('b'), noted('c')])
  expect(order.join('')).toBe('bbbbbccccc')
})

test('hundreds of new connections do not each wait for a task', async () => {
  const connections = 160
  let accepted = 0
  const server = createServer(() => {
    accepted += 1
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const sockets = Array.from({ length: connections }, () => connect(port, '127.0.0.1').on('error', () => {}))
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  const before = accepted
  let steps = 0
  const work = async () => {
    while (accepted < connections) await takeSteps(ofAccount('a'), 1, () => steps++)
  }
  await Promise.all(Array.from({ length: tasks }, work))
  for (const socket of sockets) socket.destroy()
  server.close()
  expect(connections - before).toBeGreaterThan(connections / 2)
  // Each turn accepts one. On a busy machine fewer turns fit between two tasks.
  expect(steps).toBeLessThan(Math.max(connections - before, turnsBetweenTasks) / 2)
})
