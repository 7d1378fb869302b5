import { expect, test } from 'vitest'
import { FrameFault } from '../scoring/faults.ts'
import type { FromThread } from './messages.ts'
import { answerPictureQuestion, createPictureQuestions, picturesAskedMax } from './picture-questions.ts'

const of = { accountId: 'a', projectId: 'p' }
const features = { contentHash: 'h', attributes: {} as never, embedding: new Float32Array([1]) }

test('a few pictures at a time are requested from the main thread', async () => {
  const asked: FromThread[] = []
  const questions = createPictureQuestions((message) => asked.push(message))
  const all = Array.from({ length: 3 * picturesAskedMax }, (_, i) => questions.ask(of, { url: `https://a.test/${i}` }))
  let mostAtOnce = 0
  for (let answered = 0; answered < all.length; answered++) {
    await expect.poll(() => asked.length).toBeGreaterThan(answered)
    mostAtOnce = Math.max(mostAtOnce, asked.length - answered)
    questions.settle(answered + 1, { features })
  }
  expect(await Promise.all(all)).toEqual(all.map(() => features))
  expect(mostAtOnce).toBe(picturesAskedMax)
})

test('the fault of a picture is still a fault on the other thread', async () => {
  let asked = 0
  const questions = createPictureQuestions(() => {
    asked += 1
  })
  const reading = questions.ask(of, { frameId: 'f' })
  await expect.poll(() => asked).toBe(1)
  const fault = new FrameFault('fetch_timeout', 'the host does not answer', { retryable: true })
  questions.settle(1, await answerPictureQuestion(Promise.reject(fault)))
  await expect(reading).rejects.toEqual(fault)
})
