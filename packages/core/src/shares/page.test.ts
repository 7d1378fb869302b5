import { expect, test } from 'vitest'
import type { ResultContent } from './content.ts'
import * as limits from './limits.ts'
import { sharePage } from './page.ts'

test('the longest page is made in many short pieces', () => {
  const name = '"'.repeat(200)
  const picture = { name, contentHash: 'a'.repeat(64), score: 0.5, why: '&'.repeat(500) }
  const content: ResultContent = {
    kind: 'result',
    profile: name,
    dimension: 'aesthetics',
    pictures: Array(limits.picturesPerShareMax).fill(picture),
  }
  const comment = '&\n'.repeat(limits.commentCharactersMax / 2)
  const answers = Array.from({ length: limits.answersPerShareMax }, (_, i) => ({
    ...{ id: `ans_${i}`, at: '2026-03-02T09:00:00.000Z', picture: 0, comment, author: '"'.repeat(80) },
  }))
  const draft = new Map([...content.pictures.keys()].map((i) => [`comment-${i}`, '"'.repeat(10_000)]))
  const times = { createdAt: '2026-03-02T09:00:00.000Z', expiresAt: '2026-03-16T09:00:00.000Z' }
  const pieces = [
    ...sharePage({ token: 'token', tag: 'tag', title: name, ...times, content, answers, draft, error: 'Wrong' }),
  ]
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(32_000)
  expect(pieces.length).toBeGreaterThan(limits.commentBytesPerShareMax / limits.commentCharactersMax)
  expect(pieces.join('').length).toBeLessThan(10 * limits.commentBytesPerShareMax + 200 * 32_000)
})
