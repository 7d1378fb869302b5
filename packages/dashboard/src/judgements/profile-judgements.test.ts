import type { Budget } from '@palate/client'
import { expect, test } from 'vitest'
import { addition, type Judgement } from './judgement.ts'
import { ProfileJudgements } from './profile-judgements.ts'

test('undoing an unsent judgement drops it; undoing a sent one follows it', async () => {
  const sent: Judgement[] = []
  const gate = Promise.withResolvers<void>()
  const queue = new ProfileJudgements({
    send: async (judgement: Judgement) => {
      await gate.promise
      sent.push(judgement)
      return {} as Budget
    },
  })
  const [a, b, c] = [1, 2, 3].map((i) => addition({ exemplars: [{ url: `frame:frm_${i}`, label: 'good' }] })) as [
    ReturnType<typeof addition>,
    ReturnType<typeof addition>,
    ReturnType<typeof addition>,
  ]
  for (const one of [a, b, c]) queue.add(one)
  queue.takeBack(b)
  queue.takeBack(a)
  gate.resolve()
  await queue.settled()
  expect(sent).toMatchObject([a, c, { kind: 'undo', addition: a }])
})
