import { Fault } from '@palate/core/fault.ts'
import type { ByteStream } from '@palate/core/route.ts'
import { type AnswerForm, readAnswers } from '@palate/core/shares/answers.ts'
import { submissionsPerMinuteMax } from '@palate/core/shares/limits.ts'
import { endedPage, sharePage } from '@palate/core/shares/page.ts'
import { sharePageStyle } from '@palate/core/shares/page-style.ts'
import type { ShareAnswer } from '@palate/core/shares/schema.ts'
import type { Handlers } from '../operations.ts'
import { sha256 } from '../platform/hash.ts'
import { pictureHeaders, unchangedPicture } from '../platform/picture-answers.ts'
import { hashSecret, isWellFormedSecret } from '../platform/secrets.ts'
import type { AccountDirectory } from '../ports/keys.ts'
import type { Services } from '../services.ts'
import type { Db } from '../store/schema.ts'
import { insertAnswers, listAnswers } from './answer-store.ts'
import { findByToken, lockShare, type StoredShare } from './share-store.ts'

export const sharedSides = { medium: 512, large: 1024 } as const

/** A picture of an account's project, from the library or as a preview. Undefined if it is no longer there. */
export type ShowPicture = (
  db: Db,
  of: { readonly accountId: string; readonly projectId: string; readonly contentHash: string },
  side: number,
  signal: AbortSignal,
) => Promise<Buffer | undefined>

type Ids = 'openShare' | 'answerShare' | 'getSharedPicture'

/** What visitors see of a share. The token is all that they have, and all that these handlers accept. */
export function sharePageHandlers(
  { newId }: Pick<Services, 'newId'>,
  { findAccountOf }: AccountDirectory,
  showPicture: ShowPicture,
): Handlers<Ids> {
  async function find(db: Db, token: string, now: string): Promise<StoredShare | undefined> {
    if (!isWellFormedSecret(token)) return undefined
    const hash = hashSecret(token)
    const accountId = await findAccountOf(db, hash)
    return accountId === undefined ? undefined : findByToken(db, accountId, hash, now)
  }

  return {
    async openShare({ params: { token }, query, db, now }) {
      const found = await find(db, token, now)
      if (found?.share.status !== 'active') return endedOf(found)
      return page(200, await pageOf(db, token, found, { isSent: query.sent !== undefined }))
    },

    async answerShare({ params: { token }, body, db, now }) {
      const seen = await find(db, token, now)
      if (seen) await lockShare(db, seen.accountId, seen.share.id)
      // It may have been revoked before it was locked.
      const found = await find(db, token, now)
      if (found?.share.status !== 'active' || found.content.kind !== 'result') return endedOf(found)
      const { accountId, share } = found
      const key = { accountId, profileId: share.profileId, shareId: share.id }
      const form = await formOf(body)
      try {
        const before = await listAnswers(db, key)
        const answers = readAnswers(form, share.pictureCount, before)
        if (answers.length > 0) {
          refuseFrequent(before, now)
          const withIds = answers.map((answer) => ({ ...answer, id: newId('ans') }))
          await insertAnswers(db, key, withIds, now)
        }
      } catch (error) {
        if (!(error instanceof Fault)) throw error
        const text = await pageOf(db, token, found, { draft: form, error: error.message })
        return { ...page(error.status, text), headers: { ...pageHeaders, ...error.extras.headers } }
      }
      return { ...page(303, ''), headers: { ...pageHeaders, location: `/share/${token}?sent` } }
    },

    async getSharedPicture({ params: { token, number }, query, headers, db, now, signal }) {
      const found = await find(db, token, now)
      if (found?.share.status !== 'active') throw new Fault('share_not_found', 'the link is not valid or has ended')
      const contentHash = found.content.pictures[number]?.contentHash
      const side = sharedSides[query.size ?? 'medium']
      const tag = `${contentHash}-${side}`
      const of = contentHash && { accountId: found.accountId, projectId: found.share.projectId, contentHash }
      const picture = of && (await showPicture(db, of, side, signal))
      if (!picture) throw new Fault('thumbnail_not_found', 'there is no such picture')
      const answer = unchangedPicture(headers, tag) ?? { body: picture, headers: pictureHeaders(tag) }
      return { ...answer, headers: { ...answer.headers, ...briefly } }
    },
  }
}

/** The browser's copy must not outlive a revoked share by long. */
const briefly = { 'cache-control': 'private, max-age=600' }

async function pageOf(
  db: Db,
  token: string,
  { accountId, share, content }: StoredShare,
  more: { readonly isSent?: boolean; readonly draft?: AnswerForm; readonly error?: string },
): Promise<string> {
  const answers = await listAnswers(db, { accountId, shareId: share.id })
  const { title, createdAt, expiresAt } = share
  return sharePage({ token, title, createdAt, expiresAt, content, answers, ...more })
}

function endedOf(found: StoredShare | undefined) {
  return page(found ? 410 : 404, endedPage(found !== undefined))
}

/** Runs nothing and loads only its own pictures. Its address is a secret, so it is neither cached, indexed nor passed on. */
const pageHeaders = {
  'content-security-policy': [
    "default-src 'none'",
    "img-src 'self'",
    `style-src 'sha256-${sha256(sharePageStyle.text).toString('base64')}'`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
  'cache-control': 'private, no-store',
}

function page(status: number, body: string) {
  return { status, body, headers: pageHeaders, mediaType: 'text/html; charset=utf-8' }
}

/** Every submission has one time. */
function refuseFrequent(before: readonly ShareAnswer[], now: string): void {
  const minuteAgo = new Date(Date.parse(now) - 60_000).toISOString()
  const times = new Set(before.flatMap(({ at }) => (at > minuteAgo ? [at] : [])))
  if (times.size < submissionsPerMinuteMax) return
  const headers = { 'retry-after': '60' }
  throw new Fault('rate_limited', 'Answers were sent too often. Wait a minute, then send yours again.', { headers })
}

async function formOf({ chunks }: ByteStream): Promise<AnswerForm> {
  const parts: Uint8Array[] = []
  for await (const chunk of chunks) parts.push(chunk)
  return new Map(new URLSearchParams(Buffer.concat(parts).toString()))
}
