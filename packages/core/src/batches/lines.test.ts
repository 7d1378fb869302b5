import { expect, test } from 'vitest'
import { asEvent, asLine, batchLine, doneLine, progressLine, resultLine } from './lines.ts'
import { type Batch, isOver } from './schema.ts'

const batch: Batch = {
  batch_id: 'batch_1',
  profile_id: 'prof_1',
  version_id: 'v1',
  status: 'completed',
  counts: { total: 3, succeeded: 2, failed: 1, canceled: 0 },
  metadata: {},
  model: '0k3v9q2mzt4d',
  created_at: '2025-01-01T00:00:00.000Z',
  completed_at: '2025-01-01T00:00:00.412Z',
}
const error = { code: 'fetch_failed', message: 'no', retryable: false }

test('the lines match the contract exactly', () => {
  const lines = [
    batchLine(batch),
    resultLine(1, 0, 1, { frame_id: 'a', aesthetics: 0.8312 }),
    resultLine(2, 2, 3, { frame_id: 'c', aesthetics: null, error }),
    progressLine({ ...batch, counts: { ...batch.counts, succeeded: 1 } }),
    doneLine(batch),
  ]
  expect(lines.map(asLine).join('')).toBe(
    `{"type":"batch","batch_id":"batch_1","profile_id":"prof_1","version_id":"v1","total":3}
{"type":"score","seq":1,"index":0,"frame_id":"a","aesthetics":0.8312,"attempts":1}
{"type":"error","seq":2,"index":2,"frame_id":"c","error":{"code":"fetch_failed","message":"no","retryable":false},"attempts":3}
{"type":"progress","completed":2,"total":3}
{"type":"done","status":"completed","counts":{"total":3,"succeeded":2,"failed":1,"canceled":0},"latency_ms":412,"model":"0k3v9q2mzt4d"}
`,
  )
})

test('a server-sent event is named after its line, and a result has its seq as id', () => {
  expect(asEvent({ type: 'score', seq: 7 })).toBe('event: score\nid: 7\ndata: {"type":"score","seq":7}\n\n')
  expect(asEvent(progressLine(batch))).toBe('event: progress\ndata: {"type":"progress","completed":3,"total":3}\n\n')
})

test('a batch has ended unless it is in progress or being canceled', () => {
  const statuses = ['in_progress', 'canceling', 'completed', 'canceled', 'failed'] as const
  expect(statuses.filter(isOver)).toEqual(['completed', 'canceled', 'failed'])
})
