import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Palate } from '@palate/client'
import { createHomeOn, type Env } from '../../tests/harness/home.ts'
import { createProfile } from '../harness/profile.ts'
import { type Served, serve } from '../harness/serve.ts'
import { numbered, readPictures, writePictures } from '../score/setup/pictures.ts'
import { uploadJpeg } from '../score/setup/upload.ts'
import type { Counts } from './copies.ts'
import { fillTables } from './fill.ts'

/** For a process that measures. */
export interface LargeAccount {
  readonly env: Env
  readonly counts: Counts
  readonly untilMs: number
  readonly profileId: string
  readonly webhookId: string
}

/** An account with a row in each table, and as many copies of it. */
export async function createAccount(
  postgresUrl: string,
  { counts, skips }: { readonly counts: Counts; readonly skips: readonly string[] },
  log: (line: string) => void,
) {
  const home = await createHomeOn(postgresUrl)
  const served = await serve(home.env)
  const ids = await useEverything(served, join(home.env.PALATE_DATA_DIR ?? '', 'pictures'))
  // What is written behind is written.
  await pause(2000)
  await served.stop()
  const untilMs = Date.now()
  await fillTables(home.env.DATABASE_URL ?? '', { counts, untilMs, skips }, log)
  const account: LargeAccount = { env: home.env, counts, untilMs, ...ids }
  return { account, remove: home.remove }
}

async function useEverything(served: Served, picturesDir: string) {
  await writePictures(picturesDir)
  const must = mustOf(served)
  const palate = new Palate({ url: served.url, apiKey: served.key })
  const profileId = await createProfile(served)
  const { id: webhookId } = await must('POST', '/v1/webhooks', {
    url: 'https://receiver.invalid/events',
    events: ['profile.updated'],
  })
  const [picture = Buffer.alloc(0)] = readPictures(picturesDir, 'jpeg')
  const upload = (number: number) => uploadJpeg(served, new Uint8Array(numbered(picture, 'jpeg', number)))
  const frames = [await upload(1), await upload(2)]
  const exemplars = frames.map(({ url }, i) => ({ url, label: i === 0 ? 'good' : 'bad' }))
  await must('POST', `/v1/profiles/${profileId}/annotations`, { exemplars })
  await palate.profiles.commit(profileId, { message: 'first' })
  await must('POST', `/v1/profiles/${profileId}/annotations`, { exemplars: [{ ...exemplars[0], label: 'bad' }] })
  const asked = { profile_id: profileId, dimensions: ['aesthetics'], frames }
  await must('POST', '/v1/score', asked)
  // Streams the results until the batch has ended.
  await must('POST', '/v1/score/batch', asked)
  await must('PATCH', `/v1/profiles/${profileId}`, { name: 'Large' })
  await must('GET', '/v1/events')
  await must('PATCH', `/v1/webhooks/${webhookId}`, { status: 'disabled' })
  return { profileId, webhookId }
}

/** Sends requests that succeed. */
export function mustOf({ call }: Pick<Served, 'call'>) {
  return async (method: string, path: string, body?: unknown) => {
    const answer = await call(method, path, body === undefined ? {} : { body })
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
    return answer.body
  }
}
