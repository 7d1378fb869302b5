import { Fault } from '@palate/core/fault.ts'
import { isId } from '@palate/core/ids.ts'
import { type Caller, capExpiry, keyFaultOf, projectsFor } from '@palate/core/keys/access.ts'
import { keyRefusal } from '@palate/core/keys/refusals.ts'
import { badCursor, formatCursor, pageSize, parseCursor } from '@palate/core/page.ts'
import type { ContentPicture } from '@palate/core/shares/content.ts'
import { shareDaysDefault, sharesPerProfileMax } from '@palate/core/shares/limits.ts'
import type { Share } from '@palate/core/shares/schema.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { type Handlers, longRunning } from '../operations.ts'
import { hashSecret, newSecret } from '../platform/secrets.ts'
import type { AccountDirectory, LockKey } from '../ports/keys.ts'
import type { ProfilesPort } from '../ports/profiles.ts'
import type { FindState } from '../ports/states.ts'
import type { Services } from '../services.ts'
import { listBody } from '../streaming/list-body.ts'
import { streamList } from '../streaming/stream-list.ts'
import { realtimeOf } from '../work/work-context.ts'
import { listAnswers, listReviewers } from './answer-store.ts'
import { type ContentParts, createMakeContent } from './make-content.ts'
import * as store from './share-store.ts'

interface Parts extends ContentParts {
  readonly findState: FindState
  readonly profiles: Pick<ProfilesPort, 'hold'>
  readonly directory: AccountDirectory
  readonly lockKey: LockKey
}

type Ids = 'createShare' | 'listShares' | 'getShare' | 'revokeShare'

const dayMs = 86_400_000
/** Shares that one statement lists. It counts the answers of each, which may be thousands. */
export const sharesPerReadMax = 10
/** Answers that are formatted in one step. */
const answersAtOnceMax = 100

/** What a team does with its shares. */
export function shareHandlers(services: Services, parts: Parts): Handlers<Ids> {
  const makeContent = createMakeContent(parts)

  function expiryOf(caller: Caller, now: string, days = shareDaysDefault): string {
    const wanted = new Date(Date.parse(now) + days * dayMs).toISOString()
    return capExpiry(caller, wanted) ?? wanted
  }

  return {
    // Scoring takes long, so it happens before the transaction.
    createShare: longRunning(async ({ caller, body, db, now, signal, requestId, address }) => {
      const { accountId } = caller
      const { profileId } = body
      const { projectId, content } = await makeContent(db, caller, body, signal)
      const token = newSecret()
      const share = {
        id: services.newId('shr'),
        ...{ projectId, profileId, kind: content.kind },
        title: body.title ?? content.profile,
        createdAt: now,
        expiresAt: expiryOf(caller, now, body.expiresInDays),
      }
      await services.store.write(
        async (db) => {
          await parts.profiles.hold(db, { accountId, profileId })
          await parts.findState(db, caller, profileId, {})
          const key = await parts.lockKey(db, caller)
          // It was active when the request came.
          const wrong = key ? keyFaultOf(key, services.clock().toISOString()) : 'invalid_api_key'
          if (wrong) throw keyRefusal(wrong)
          if ((await store.countActive(db, accountId, profileId, now)) >= sharesPerProfileMax) {
            throw new Fault('too_many_shares', `a profile has at most ${sharesPerProfileMax} active shares: revoke one`)
          }
          const tokenHash = hashSecret(token)
          await parts.directory.insertKeyAccount(db, tokenHash, accountId)
          await store.insertShare(db, accountId, { ...share, tokenHash, content, keyId: caller.keyId })
          const target = { type: 'share', id: share.id, name: share.title } as const
          const details = { profileId, kind: share.kind, expiresAt: share.expiresAt }
          const change = { action: 'share.created', target, projectId, details } as const
          await recordAudit(services, db, { ...caller, requestId, address }, change, now)
        },
        { accountId, row: { accountId, id: profileId } },
      )
      const made: Share = { ...share, status: 'active', pictureCount: content.pictures.length, answerCount: 0 }
      const url = `${services.config.publicUrl ?? services.config.basePath}/share/${token}`
      return { body: { ...made, url }, replay: made }
    }),

    async listShares({ caller, query, db, now }) {
      const { accountId } = caller
      const projects = projectsFor(caller, query.projectId)
      const { profileId } = query
      if (profileId !== undefined && !isId('prof', profileId)) return { body: { shares: [] } }
      const size = pageSize(query.limit)
      const before = query.cursor === undefined ? undefined : cursorOf(query.cursor)
      const body = await listBody<Share>({
        ...{ name: 'shares', size, textOf: JSON.stringify, rowsAtOnceMax: sharesPerReadMax },
        read: (last, rowsMax) =>
          store.listShares(db, { accountId, projects, profileId, before: last?.id ?? before }, rowsMax, now),
        cursorOf: ({ id }) => formatCursor([id]),
      })
      return { body }
    },

    async getShare({ caller, params, db, now }) {
      const found = isId('shr', params.id) ? await store.findShare(db, caller, params.id, now) : undefined
      if (!found) throw noShare()
      const { accountId, share, content } = found
      const key = { accountId, shareId: share.id }
      const answers = await listAnswers(db, key)
      const reviewers = [...(await listReviewers(db, key))]
      const rest = { ...share, pictures: content.pictures.map(shown), reviewers }
      // Long responses are built while they are sent.
      if (answers.length > answersAtOnceMax) {
        return { body: streamList('answers', answers, rest, realtimeOf(accountId)) }
      }
      return { body: { ...rest, answers: [...answers] } }
    },

    async revokeShare({ caller, params, db, now }) {
      const ended = isId('shr', params.id) ? await store.revokeShare(db, caller, params.id, now) : undefined
      if (!ended) throw noShare()
      const target = { type: 'share', id: params.id, name: ended.title } as const
      return { body: { success: true }, audit: { action: 'share.revoked', target, projectId: ended.project_id } }
    },
  }
}

function shown({ name, contentHash, url, label, score }: ContentPicture, number: number) {
  const thumbnail = contentHash === null ? null : `/v1/thumbnails/${contentHash}`
  return {
    number,
    name,
    thumbnail,
    ...(url !== undefined && { url }),
    ...(label && { label }),
    ...(score !== undefined && { score }),
  }
}

function noShare(): Fault {
  return new Fault('share_not_found', 'there is no active share with this id')
}

function cursorOf(cursor: string): string {
  const [id = ''] = parseCursor(cursor, 1)
  if (!isId('shr', id)) throw badCursor()
  return id
}
