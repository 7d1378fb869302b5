import { Palate } from '@palate/client'
import type { Served } from '../harness/serve.ts'
import { type LargeAccount, mustOf } from './account.ts'
import { batchId, framesPerBatch, idOf } from './copies.ts'

export type Request = (round: number) => Promise<unknown>

const framesPerRequest = 16
/** Enough that no request of a round reads a frame that an earlier one has read. */
export const picturesPerRound = 2 * framesPerRequest

/** What is measured, by name. */
export function requestsTo(served: Served, account: LargeAccount, rounds: number): Readonly<Record<string, Request>> {
  const { counts, profileId, webhookId, untilMs } = account
  const must = mustOf(served)
  const palate = new Palate({ url: served.url, apiKey: served.key })
  const get = (path: string) => () => must('GET', path)
  const score = async (frames: readonly { readonly id: string; readonly url: string }[]) => {
    const { scores } = await must('POST', '/v1/score', { profile_id: profileId, dimensions: ['aesthetics'], frames })
    if (scores.some(({ error }: { readonly error?: unknown }) => error)) throw new Error(JSON.stringify(scores))
  }
  /** Not two rounds have the same, and they are spread over the table. */
  const some = (round: number, howMany: number, offset = 0) =>
    Array.from({ length: howMany }, (_, i) => {
      const id = idOf('frm', 1 + (((offset + round * howMany + i) * 7919) % counts.pictures), counts, untilMs)
      return { id, url: `frame:${id}` }
    })
  const middleEvent = idOf('evt', counts.rows >> 1, counts, untilMs)
  const dayAgo = new Date(untilMs - 86_400_000).toISOString()

  return {
    'list of recent frames, 50': get('/v1/frames/recent?projectId=bench&limit=50'),
    'list of the library, 50': get('/api/frames?projectId=bench&limit=50'),
    'list of frames with a tag that none has': get('/api/frames?projectId=bench&tag=missing&limit=50'),
    'score of 16 stored frames': (round) => score(some(round, framesPerRequest)),
    'suggestion after a score': async (round) => {
      await score(some(round, 1, counts.pictures >> 1))
      await must('GET', `/v1/profiles/${profileId}/suggestions`)
    },
    'change and commit': async (round) => {
      const element = { url: some(round, 1)[0]?.url, label: 'good' }
      await must('POST', `/v1/profiles/${profileId}/annotations`, { exemplars: [element] })
      await palate.profiles.commit(profileId, { message: `round ${round}` })
    },
    'history, 50 versions': get(`/v1/profiles/${profileId}/versions?limit=50`),
    'list of profiles, 50': get('/v1/profiles?limit=50'),
    'deletion of a frame and its picture': (round) =>
      must('DELETE', `/api/frames?id=${some(round, 1, counts.pictures - 2 * rounds)[0]?.id}&force=true`),
    'events, the newest 50': get('/v1/events?limit=50'),
    'events of a type that none has': get('/v1/events?type=profile.deleted&limit=50'),
    '… in a project': get('/v1/events?type=profile.deleted&projectId=bench&limit=50'),
    'events, 50 after one in the middle': get(`/v1/events?after=${middleEvent}&limit=50`),
    'list of batches, 50': get('/v1/score/batch?limit=50'),
    'list of batches that failed': get('/v1/score/batch?status=failed&limit=50'),
    'results of a batch of 1,000': (round) =>
      must('GET', `/v1/score/batch/${batchId(round % Math.floor(counts.rows / framesPerBatch))}/results`),
    'deliveries of a webhook, 50': get(`/v1/webhooks/${webhookId}/deliveries?limit=50`),
    '… that are pending': get(`/v1/webhooks/${webhookId}/deliveries?status=pending&limit=50`),
    '… of a type that none has': get(`/v1/webhooks/${webhookId}/deliveries?eventType=profile.deleted&limit=50`),
    '… of a minute': get(
      `/v1/webhooks/${webhookId}/deliveries?since=${dayAgo}&until=${new Date(Date.parse(dayAgo) + 60_000).toISOString()}&limit=50`,
    ),
    'dead letters': get('/v1/webhooks/dead-letters?limit=50'),
    'audit log, 50': get('/v1/audit?limit=50'),
    '… of an action that none has': get('/v1/audit?action=alert.deleted&limit=50'),
    '… of a day': get(`/v1/audit?since=${dayAgo}&limit=50`),
  }
}
