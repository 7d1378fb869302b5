import type { IncomingHttpHeaders } from 'node:http'
import { Fault } from '@palate/core/fault.ts'
import type { ByteStream } from '@palate/core/route.ts'
import {
  type AnswerForm,
  authorOf,
  type NewAnswer,
  readAnswers,
  reviewerOf,
  submissionTime,
  tooManyAnswers,
} from '@palate/core/shares/answers.ts'
import { fieldsPerFormMax } from '@palate/core/shares/limits.ts'
import { endedPage, sharePage } from '@palate/core/shares/page.ts'
import { sharePageStyle } from '@palate/core/shares/page-style.ts'
import { decideReview, refuseFull, refuseTooOften } from '@palate/core/shares/review.ts'
import { reviewScript, reviewScriptTag } from '@palate/core/shares/review-script.ts'
import type { NewReview, Reviewer } from '@palate/core/shares/schema.ts'
import { answerTime, completedEvent } from '@palate/core/shares/share-events.ts'
import { LRUCache } from 'lru-cache'
import { type Handlers, longRunning } from '../operations.ts'
import { sha256 } from '../platform/hash.ts'
import { pictureHeaders, unchangedPicture } from '../platform/picture-responses.ts'
import { hashSecret, isWellFormedSecret } from '../platform/secrets.ts'
import type { AccountDirectory } from '../ports/keys.ts'
import type { RecordEvents } from '../ports/webhooks.ts'
import type { Services } from '../services.ts'
import type { Db } from '../store/schema.ts'
import { yieldIfLong } from '../work/event-loop.ts'
import { realtimeOf, type WorkContext } from '../work/work-context.ts'
import {
  countAnswers,
  countReviewers,
  deleteDecision,
  findReviewer,
  insertAnswers,
  listAnswers,
  listOwnAnswers,
  type ShareKey,
  saveReviewer,
} from './answer-store.ts'
import { reportAnswers } from './reports.ts'
import {
  countReview,
  findByToken,
  findHead,
  lockShare,
  type Saves,
  type ShareHead,
  type StoredShare,
} from './share-store.ts'

export const sharedSides = { medium: 512, large: 1024, full: 2048 } as const

interface PictureKey {
  readonly accountId: string
  readonly projectId: string
  readonly contentHash: string
}

/** Pictures of an account's project, from the library or as previews. */
export interface SharedPictures {
  has(db: Db, key: PictureKey): Promise<boolean>
  show(db: Db, key: PictureKey, side: number, signal: AbortSignal): Promise<Buffer | undefined>
}

type Ids = 'openShare' | 'answerShare' | 'reviewShare' | 'getShareAsset' | 'getSharedPicture'

/** A share that takes answers. */
interface Open {
  readonly accountId: string
  readonly share: ShareHead & Saves
  readonly key: ShareKey
}

/** What would be stored of a form. */
interface Decided {
  readonly key: ShareKey
  readonly share: ShareHead
  readonly answers: readonly NewAnswer[]
  readonly at: string
}

/** Memory for the pages that were opened last. */
export const sharePageBytesInMemoryMax = 16 * 1024 * 1024

/** What is shown on a page besides the share. */
interface Notes {
  readonly isSent?: boolean
  readonly draft?: AnswerForm
  readonly error?: string
}

/** What visitors see of a share. The token is all that they have, and all that these handlers accept. */
export function sharePageHandlers(
  { newId, store }: Pick<Services, 'newId' | 'store'>,
  { findAccountOf }: AccountDirectory,
  pictures: SharedPictures,
  recordEvents: RecordEvents,
): Handlers<Ids> {
  /** Pages that visitors open at the same time are made once. */
  const pages = new LRUCache<string, Buffer, { readonly make: () => Promise<Buffer> }>({
    maxSize: sharePageBytesInMemoryMax,
    sizeCalculation: (page) => page.length,
    fetchMethod: (_key, _stale, { context }) => context.make(),
    // A page that is evicted while it is made still goes to the visitors that wait for it.
    ignoreFetchAbort: true,
  })

  async function find(db: Db, token: string, now: string): Promise<StoredShare | undefined> {
    if (!isWellFormedSecret(token)) return undefined
    const hash = hashSecret(token)
    const accountId = await findAccountOf(db, hash)
    return accountId === undefined ? undefined : findByToken(db, accountId, hash, now)
  }

  /** A share that takes answers, without its content. */
  async function findOpen(db: Db, token: string, now: string): Promise<Open> {
    if (!isWellFormedSecret(token)) throw ended()
    const hash = hashSecret(token)
    const accountId = await findAccountOf(db, hash)
    const share = accountId === undefined ? undefined : await findHead(db, accountId, hash, now)
    if (accountId === undefined || share?.status !== 'active' || share.kind === 'overview') throw ended()
    return { accountId, share, key: { accountId, profileId: share.profileId, shareId: share.id } }
  }

  /** Refused without a transaction, because a visitor may send any number. */
  async function refuseFlood(db: Db, { share, key }: Open, secret: string, now: string): Promise<void> {
    const minute = minuteOf(now)
    const reviewer = await findReviewer(db, key, reviewerId(share.id, secret), minute)
    refuseTooOften((reviewer?.reviews ?? 0) + 1, (share.reviewMinute === minute ? share.reviews : 0) + 1)
  }

  async function saveReview(
    db: Db,
    token: string,
    locked: { readonly accountId: string; readonly id: string },
    review: NewReview,
    now: string,
  ): Promise<Reviewer> {
    const minute = minuteOf(now)
    const state = await lockShare(db, locked.accountId, locked.id)
    if (!state) throw ended()
    // It may have been revoked before it was locked.
    const { accountId, share, key } = await findOpen(db, token, now)
    const id = reviewerId(share.id, review.reviewer)
    const known = await findReviewer(db, key, id, minute)
    const reviews = (known?.reviews ?? 0) + 1
    refuseTooOften(reviews, await countReview(db, accountId, share.id, minute))
    const picture = review.picture ?? null
    const reviewerCount = known ? 0 : await countReviewers(db, key)
    const own = await listOwnAnswers(db, key, id, picture)
    const { pictureCount } = share
    const at = answerTime(state.reportedAt, now)
    const change = decideReview(review, id, { pictureCount, reviewer: known?.reviewer, reviewerCount, own }, at)
    const { answers, reviewer, isCompleted } = change
    await saveReviewer(db, key, reviewer, minute, reviews)
    if (answers.length > 0) {
      const isDecided = answers.some(({ decision }) => decision !== undefined)
      if (isDecided && picture !== null) await deleteDecision(db, key, id, picture)
      refuseFull(await countAnswers(db, key, id), answers)
      const withIds = answers.map((answer) => ({ ...answer, id: newId('ans') }))
      await insertAnswers(db, key, withIds, at)
      await reportAnswers(store, recordEvents, db, { accountId, share }, state, at)
    }
    if (isCompleted) await recordCompleted(db, { accountId, share }, reviewer, id, at)
    return reviewer
  }

  /** `owner` is whom the answers belong to. */
  async function recordCompleted(
    db: Db,
    { accountId, share }: { readonly accountId: string; readonly share: ShareHead },
    reviewer: Reviewer,
    owner: string,
    at: string,
  ): Promise<void> {
    const answers = await listAnswers(db, { accountId, shareId: share.id })
    const own = answers.filter((answer) => reviewerOf(answer) === owner)
    await recordEvents(db, { accountId }, [completedEvent(share, reviewer, own, at)], at)
  }

  /** Somebody without the script is known by the name. */
  async function completeForm(db: Db, { key, share }: Decided, name: string | undefined, at: string): Promise<void> {
    const minute = minuteOf(at)
    const owner = reviewerOf({ author: name })
    const id = reviewerId(share.id, owner)
    const known = await findReviewer(db, key, id, minute)
    const reviews = (known?.reviews ?? 0) + 1
    refuseTooOften(reviews, await countReview(db, key.accountId, share.id, minute))
    const reviewerCount = known ? 0 : await countReviewers(db, key)
    const state = { pictureCount: share.pictureCount, reviewer: known?.reviewer, reviewerCount, own: [] }
    const { reviewer, isCompleted } = decideReview({ reviewer: '', name, isDone: true }, id, state, at)
    await saveReviewer(db, key, reviewer, minute, reviews)
    if (isCompleted) await recordCompleted(db, { accountId: key.accountId, share }, reviewer, owner, at)
  }

  /** What would be stored of a form. Undefined if the share takes no answers. */
  async function decide(db: Db, token: string, form: AnswerForm, now: string): Promise<Decided | undefined> {
    const found = await find(db, token, now)
    if (!found || !takesAnswers(found)) return undefined
    const { share } = found
    const key = keyOf(found)
    const before = await listAnswers(db, key)
    const answers = readAnswers(form, share.pictureCount, before)
    return { key, share, answers, at: answers.length === 0 ? now : submissionTime(before, now) }
  }

  /** Most forms that are refused or add nothing are found out without a transaction. */
  async function storeAnswers(db: Db, token: string, found: StoredShare, form: AnswerForm, now: string): Promise<void> {
    const { accountId, share } = found
    const isDone = form.has('done')
    const before = await decide(db, token, form, now)
    if (!before || (before.answers.length === 0 && !isDone)) return
    if (isDone) await refuseFlood(db, await findOpen(db, token, now), reviewerOf({ author: authorOf(form) }), now)
    await store.write(
      async (db) => {
        const state = await lockShare(db, accountId, share.id)
        // It may have been revoked or answered before it was locked.
        const decided = state && (await decide(db, token, form, now))
        if (!decided) return
        const at = answerTime(state.reportedAt, decided.at)
        if (decided.answers.length > 0) {
          const withIds = decided.answers.map((answer) => ({ ...answer, id: newId('ans') }))
          await insertAnswers(db, decided.key, withIds, at)
          await reportAnswers(store, recordEvents, db, found, state, at)
        }
        if (isDone) await completeForm(db, decided, authorOf(form), at)
      },
      { accountId, row: { accountId, id: share.id } },
    )
  }

  return {
    async openShare({ params: { token }, query, db, now }) {
      const found = await find(db, token, now)
      if (found?.share.status !== 'active') return endedOf(found)
      const isSent = query.sent !== undefined
      const key = JSON.stringify([found.share.id, found.revision, isSent])
      const make = () => makePage(db, token, found, { isSent })
      return page(200, await pages.forceFetch(key, { context: { make } }))
    },

    // Reads and decides before its transaction, because a visitor may send any number of forms.
    answerShare: longRunning(async ({ params: { token }, body, headers, db, now }) => {
      refuseOtherSites(headers)
      const found = await find(db, token, now)
      if (!found || !takesAnswers(found)) return endedOf(found)
      const draft = await formOf(body, realtimeOf(found.accountId))
      try {
        await storeAnswers(db, token, found, draft, now)
      } catch (error) {
        const fault = faultForVisitor(error)
        const text = await makePage(db, token, found, { draft, error: fault.message })
        return { ...page(fault.status, text), headers: { ...pageHeaders, ...fault.extras.headers } }
      }
      return { ...page(303, ''), headers: { ...pageHeaders, location: `/share/${token}?sent` } }
    }),

    reviewShare: longRunning(async ({ params: { token }, body, headers, db, now }) => {
      refuseOtherSites(headers)
      const found = await findOpen(db, token, now)
      const { accountId, share } = found
      await refuseFlood(db, found, body.reviewer, now)
      const row = { accountId, id: share.id }
      try {
        return { body: await store.write((db) => saveReview(db, token, row, body, now), { accountId, row }) }
      } catch (error) {
        throw faultForVisitor(error)
      }
    }),

    async getShareAsset({ params: { name }, query: { v } }) {
      const { text, tag, mediaType } = assets[name]
      const cache = v === tag ? 'public, max-age=31536000, immutable' : 'no-cache'
      return { body: text, mediaType, headers: { 'cache-control': cache, etag: `"${tag}"` } }
    },

    async getSharedPicture({ params: { token, number }, query, headers, db, now, signal }) {
      const found = await find(db, token, now)
      if (found?.share.status !== 'active') throw new Fault('share_not_found', 'the link is not valid or has ended')
      const contentHash = found.content.pictures[number]?.contentHash
      const side = sharedSides[query.size ?? 'medium']
      const tag = `${contentHash}-${side}`
      const key = contentHash && { accountId: found.accountId, projectId: found.share.projectId, contentHash }
      if (!key || !(await pictures.has(db, key))) throw noPicture()
      const unchanged = unchangedPicture(headers, tag)
      if (unchanged) return { ...unchanged, headers: { ...unchanged.headers, ...briefly } }
      const body = await pictures.show(db, key, side, signal)
      if (!body) throw noPicture()
      return { body, headers: { ...pictureHeaders(tag), ...briefly } }
    },
  }
}

function ended(): Fault {
  return new Fault('share_not_found', 'the link is not valid or has ended, or takes no answers')
}

function minuteOf(time: string): number {
  return Math.floor(Date.parse(time) / 60_000)
}

/** The id of a reviewer, who alone knows the secret. It differs from share to share. */
function reviewerId(shareId: string, secret: string): string {
  return `rev_${hashSecret(`${shareId}/${secret}`).slice(0, 32)}`
}

/**
 * A page of another site must not answer in a visitor's name, should it know the link. Browsers say where a request comes
 * from; old ones do not.
 */
function refuseOtherSites({ 'sec-fetch-site': site }: IncomingHttpHeaders): void {
  if (site === undefined || site === 'same-origin' || site === 'none') return
  throw new Fault('origin_forbidden', 'answers can only be sent from the page of the share')
}

/** The dashboard's icon, which may not be built. */
const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#8a2d55"/><circle cx="12" cy="13" r="5.5" fill="#fff"/><circle cx="20.5" cy="19.5" r="5.5" fill="#fff" fill-opacity=".55"/></svg>'

const assets = {
  'review.js': { text: reviewScript, tag: reviewScriptTag, mediaType: 'text/javascript; charset=utf-8' },
  'icon.svg': { text: icon, tag: '1', mediaType: 'image/svg+xml' },
} as const

/** The browser's copy must not outlive a revoked share by long. */
const briefly = { 'cache-control': 'private, max-age=600' }

function noPicture(): Fault {
  return new Fault('thumbnail_not_found', 'there is no such picture')
}

/** In turns with other work, because a page may be long. */
async function makePage(db: Db, token: string, found: StoredShare, notes: Notes): Promise<Buffer> {
  const answers = await listAnswers(db, keyOf(found))
  const { title, createdAt, expiresAt } = found.share
  const pieces: string[] = []
  const work = realtimeOf(found.accountId)
  const tag = hashSecret(found.share.id).slice(0, 16)
  const described = { token, tag, title, createdAt, expiresAt, content: found.content, answers, ...notes }
  for (const piece of sharePage(described)) {
    pieces.push(piece)
    const yielded = yieldIfLong(work)
    if (yielded) await yielded
  }
  return Buffer.from(pieces.join(''))
}

function keyOf({ accountId, share }: StoredShare): ShareKey {
  return { accountId, profileId: share.profileId, shareId: share.id }
}

function takesAnswers({ share, content }: StoredShare): boolean {
  return share.status === 'active' && content.kind !== 'overview'
}

function endedOf(found: StoredShare | undefined) {
  return page(found ? 410 : 404, endedPage(found !== undefined))
}

/**
 * Runs its own script alone and loads only its own pictures. Its address is a secret, so it is neither cached, indexed nor
 * passed on.
 */
const pageHeaders = {
  'content-security-policy': [
    "default-src 'none'",
    "img-src 'self'",
    `style-src 'sha256-${sha256(sharePageStyle.text).toString('base64')}'`,
    "script-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
  'cache-control': 'private, no-store',
}

function page(status: number, body: string | Buffer) {
  return { status, body, headers: pageHeaders, mediaType: 'text/html; charset=utf-8' }
}

/** The account's limit is not the visitor's business. */
function faultForVisitor(error: unknown): Fault {
  if (!(error instanceof Fault)) throw error
  return error.code === 'account_full' ? tooManyAnswers() : error
}

async function formOf({ chunks }: ByteStream, work: WorkContext): Promise<AnswerForm> {
  const parts: Uint8Array[] = []
  for await (const chunk of chunks) parts.push(chunk)
  const text = Buffer.concat(parts).toString()
  const fields = text.split('&', fieldsPerFormMax + 1)
  if (fields.length > fieldsPerFormMax) {
    throw new Fault('invalid_request', `a form has at most ${fieldsPerFormMax} fields`)
  }
  const form = new Map<string, string>()
  for (const field of fields) {
    for (const [name, value] of new URLSearchParams(field)) form.set(name, value)
    const yielded = yieldIfLong(work)
    if (yielded) await yielded
  }
  return form
}
