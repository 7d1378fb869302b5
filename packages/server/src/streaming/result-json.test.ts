import { expect, test } from 'vitest'
import { realtime } from '../work/work-context.ts'
import { resultJson } from './result-json.ts'

test.each([
  { frame_id: 'f', warmth: 0.5 },
  { frame_id: 'f', warmth: null, error: { code: 'not_an_image', message: 'm', retryable: false } },
  {
    frame_id: 'f',
    'a "b"': 0.5,
    confidence: { 'a "b"': 1 },
    details: { 'a "b"': { learned: [1] }, c: {} },
    attempts: 1,
  },
])('the text of a result is its JSON', async (result) => {
  expect(await resultJson(result, realtime)).toBe(JSON.stringify(result))
})
