import type { Budget } from '@palate/client'
import { expect, test } from 'vitest'
import { addition, type Judgement } from './judgement.ts'
import { ProfileJudgements } from './judgement-queue.ts'

test('undoing an unsent judgement drops it; undoing a sent one removes it after it was stored', async () => {
  const stored: string[] = []
  const gate = Promise.withResolvers<void>()
  const queue = new ProfileJudgements({
    send: async (judgement: Judgement) => {
      await gate.promise
      stored.push(
        judgement.kind === 'add' ? `+${judgement.annotations.exemplars?.[0]?.id}` : `-${judgement.elementIds}`,
      )
      return {} as Budget
    },
  })
  for (const id of ['a', 'b', 'c']) {
    queue.add(addition({ exemplars: [{ id, url: 'frame:frm_1', label: 'good' }] }))
  }
  queue.takeBack(['b'])
  queue.takeBack(['a'])
  gate.resolve()
  await queue.settled()
  expect(stored).toEqual(['+a', '+c', '-a'])
})
