import { profileId, version } from '../profile/examples.ts'
import { frameError, modelId, scoreRequest } from '../taste/examples.ts'
import { asEvent, asLine } from './lines.ts'
import type { Batch } from './schema.ts'

export const batch: Batch = {
  batch_id: 'batch_019cb2f0c4a871e2b7095d3f16c8ea41',
  profile_id: profileId,
  version_id: version.id,
  status: 'completed',
  counts: { total: 2, succeeded: 1, failed: 1, canceled: 0 },
  metadata: { run: 'nightly' },
  model: modelId,
  created_at: '2026-03-02T14:24:00.000Z',
  completed_at: '2026-03-02T14:24:00.412Z',
}

export const startedBatch: Batch = {
  batch_id: batch.batch_id,
  profile_id: batch.profile_id,
  version_id: batch.version_id,
  status: 'in_progress',
  counts: { total: 2, succeeded: 0, failed: 0, canceled: 0 },
  metadata: batch.metadata,
  model: modelId,
  created_at: batch.created_at,
}

export const batchRequest = { ...scoreRequest, metadata: { run: 'nightly' } }

const results = [
  { type: 'score', seq: 1, index: 0, frame_id: 'cover', aesthetics: 0.8312, usability: 0.5, attempts: 1 },
  { type: 'error', seq: 2, index: 1, frame_id: 'draft', error: frameError, attempts: 1 },
]
const done = { type: 'done', status: batch.status, counts: batch.counts, latency_ms: 412, model: modelId }

const batchStream = [
  { type: 'batch', batch_id: batch.batch_id, profile_id: profileId, version_id: version.id, total: 2 },
  ...results,
  { type: 'progress', completed: 2, total: 2 },
  done,
]

export const resultLines = [...results, done].map(asLine).join('')

export const batchStreams = {
  'application/x-ndjson': batchStream.map(asLine).join(''),
  'text/event-stream': batchStream.map(asEvent).join(''),
}
