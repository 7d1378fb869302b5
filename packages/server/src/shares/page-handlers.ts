import { Fault } from '@palate/core/fault.ts'
import type { ByteStream } from '@palate/core/route.ts'
import { type AnswerForm, readAnswers, submissionTime, tooManyAnswers } from '@palate/core/shares/answers.ts'
import { fieldsPerFormMax } from '@palate/core/shares/limits.ts'
import { endedPage, sharePage } from '@palate/core/shares/page.ts'
import { sharePageStyle } from '@palate/core/shares/page-style.ts'
import { LRUCache } from 'lru-cache'
import { type Handlers, longRunning } from '../operations.ts'
import { sha256 } from '../platform/hash.ts'
import { pictureHeaders, unchangedPicture } from '../platform/picture-responses.ts'
import { hashSecret, isWellFormedSecret } from '../platform/secrets.ts'
import type { AccountDirectory } from '../ports/keys.ts'
import type { Services } from '../services.ts'
import type { Db } from '../store/schema.ts'
import { yieldIfLong } from '../work/event-loop.ts'
import { realtimeOf, type WorkContext } from '../work/work-context.ts'
import { insertAnswers, listAnswers, type ShareKey } from './answer-store.ts'
import { findByToken, lockShare, type StoredShare } from './share-store.ts'

export const sharedSides = { medium: 512, large: 1024 } as const

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

type Ids = 'openShare' | 'answerShare' | 'getSharedPicture'

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

  /** What would be stored of a form. Undefined if the share takes no answers. */
  async function decide(db: Db, token: string, form: AnswerForm, now: string) {
    const found = await find(db, token, now)
    if (!found || !takesAnswers(found)) return undefined
    const key = keyOf(found)
    const before = await listAnswers(db, key)
    const answers = readAnswers(form, found.share.pictureCount, before)
    return { key, answers, at: answers.length === 0 ? now : submissionTime(before, now) }
  }

  /** Most forms that are refused or add nothing are found out without a transaction. */
  async function storeAnswers(db: Db, token: string, found: StoredShare, form: AnswerForm, now: string): Promise<void> {
    const { accountId, share } = found
    if (!(await decide(db, token, form, now))?.answers.length) return
    await store.write(
      async (db) => {
        await lockShare(db, accountId, share.id)
        // It may have been revoked or answered before it was locked.
        const decided = await decide(db, token, form, now)
        if (!decided?.answers.length) return
        const withIds = decided.answers.map((answer) => ({ ...answer, id: newId('ans') }))
        await insertAnswers(db, decided.key, withIds, decided.at)
      },
      { accountId, row: { accountId, id: share.id } },
    )
  }

  return {
    async openShare({ params: { token }, query, db, now }) {
      const found = await find(db, token, now)
      if (found?.share.status !== 'active') return endedOf(found)
      const isSent = query.sent !== undefined
      const { id, answerCount } = found.share
      // Answers are only ever added, so their number says which ones a page has.
      const key = JSON.stringify([id, answerCount, isSent])
      const make = () => makePage(db, token, found, { isSent })
      return page(200, await pages.forceFetch(key, { context: { make } }))
    },

    // Reads and decides before its transaction, because a visitor may send any number of forms.
    answerShare: longRunning(async ({ params: { token }, body, db, now }) => {
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
  for (const piece of sharePage({ token, title, createdAt, expiresAt, content: found.content, answers, ...notes })) {
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
  return share.status === 'active' && content.kind === 'result'
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
