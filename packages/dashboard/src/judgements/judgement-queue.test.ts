import { expect, test } from 'vitest'
import { addition, type Judgement, removal } from './judgement.ts'
import { JudgementQueue } from './judgement-queue.ts'

const passing = new Error('no answer')
const refusal = new Error('budget exceeded')

function label(id: string): Judgement {
  return addition({ exemplars: [{ id, url: 'frame:frm_1', label: 'good' }] })
}

/** A service that fails as it is told to, and notes what it stored. */
function service(failures: readonly (Error | undefined)[] = []) {
  const stored: string[] = []
  let calls = 0
  const send = async (judgement: Judgement) => {
    const failure = failures[calls++]
    if (failure) throw failure
    stored.push(judgement.kind === 'add' ? `+${judgement.annotations.exemplars?.[0]?.id}` : `-${judgement.elementIds}`)
    return stored.length
  }
  return { stored, send }
}

const options = { isPassing: (error: unknown) => error === passing, pause: async () => undefined }

test('judgements are sent in order, and one that meets no answer is sent again before the next', async () => {
  const { stored, send } = service([undefined, passing, passing])
  const queue = new JudgementQueue({ ...options, send })
  for (const id of ['a', 'b', 'c']) queue.add(label(id))
  await queue.settled()
  expect(stored).toEqual(['+a', '+b', '+c'])
  expect(queue.state()).toEqual({ waiting: [], isHeldUp: false, answer: 3, refused: undefined })
})

test('a judgement that the service refuses is reported and does not hold up the next', async () => {
  const { stored, send } = service([refusal])
  const queue = new JudgementQueue({ ...options, send })
  const first = label('a')
  queue.add(first)
  queue.add(label('b'))
  await queue.settled()
  expect(stored).toEqual(['+b'])
  expect(queue.state().refused).toEqual({ judgement: first, error: refusal })
})

test('a judgement that was not sent yet is dropped when it is taken back, another is removed after it was stored', async () => {
  const { stored, send } = service()
  const gate = Promise.withResolvers<void>()
  const queue = new JudgementQueue({
    ...options,
    send: async (judgement) => {
      await gate.promise
      return send(judgement)
    },
  })
  for (const id of ['a', 'b', 'c']) queue.add(label(id))
  queue.takeBack(['b'])
  queue.takeBack(['a'])
  gate.resolve()
  await queue.settled()
  expect(stored).toEqual(['+a', '+c', '-a'])
})

test('what waits is kept, and a new page goes on with it', async () => {
  const kept: (readonly Judgement[])[] = []
  const never = new Promise<void>(() => undefined)
  const queue = new JudgementQueue({
    ...options,
    send: () => Promise.reject(passing),
    pause: () => never,
    keep: (waiting) => kept.push(waiting),
  })
  const judgements = [label('a'), removal(['x'])]
  for (const judgement of judgements) queue.add(judgement)
  await expect.poll(() => queue.state().isHeldUp).toBe(true)
  expect(kept.at(-1)).toEqual(judgements)
  const { stored, send } = service()
  await new JudgementQueue({ ...options, send, kept: kept.at(-1) ?? [] }).settled()
  expect(stored).toEqual(['+a', '-x'])
})

test('a pause before the next attempt ends when the connection is back', async () => {
  const { stored, send } = service([passing])
  const queue = new JudgementQueue({ ...options, send, pause: () => new Promise(() => undefined) })
  queue.add(label('a'))
  await expect.poll(() => queue.state().isHeldUp).toBe(true)
  queue.wake()
  await queue.settled()
  expect(stored).toEqual(['+a'])
})
