import { setModel } from '@palate/server/batches/storing/batch-store.ts'
import * as batchFrames from '@palate/server/batches/storing/frame-store.ts'
import { listLive } from '@palate/server/batches/storing/model-store.ts'
import * as batchPictures from '@palate/server/batches/storing/request-store.ts'
import { listPinnedWorking } from '@palate/server/batches/storing/request-store.ts'
import { deleteBoard, listBoardsWith } from '@palate/server/boards/board-store.ts'
import { listObjectsOf, releaseObject } from '@palate/server/bucket/object-rows.ts'
import * as erasures from '@palate/server/erasures/erasure-store.ts'
import * as blobs from '@palate/server/frames/blobs/blob-store.ts'
import { isTextOfFrame } from '@palate/server/frames/blobs/blob-store.ts'
import { findSameFrame, listFrames, listFramesWith } from '@palate/server/frames/frame-store.ts'
import * as idempotency from '@palate/server/http/idempotency.ts'
import * as accounts from '@palate/server/keys/accounts.ts'
import * as logins from '@palate/server/keys/logins/login-store.ts'
import * as sessions from '@palate/server/keys/sessions/session-store.ts'
import * as keys from '@palate/server/keys/store.ts'
import * as people from '@palate/server/people/person-store.ts'
import * as erased from '@palate/server/pictures/erased-pictures.ts'
import { findAddressOf, upsertUnlistedFrames } from '@palate/server/pictures/seen-frames/seen-frame-store.ts'
import * as annotations from '@palate/server/profiles/annotations/annotation-store.ts'
import { setAnswer } from '@palate/server/profiles/annotations/ask-store.ts'
import * as discards from '@palate/server/profiles/annotations/discard-store.ts'
import { commitJudges, findJudges } from '@palate/server/profiles/annotations/judges.ts'
import { listVersionsBefore } from '@palate/server/profiles/history/version-store.ts'
import { findOtherNames } from '@palate/server/profiles/pictures/content-hashes.ts'
import { profilesPort } from '@palate/server/profiles/port.ts'
import * as objects from '@palate/server/profiles/snapshots/object-store.ts'
import * as ahead from '@palate/server/profiles/snapshots/objects-ahead-store.ts'
import * as uncommitted from '@palate/server/profiles/snapshots/uncommitted-blob-store.ts'
import { framesOf } from '@palate/server/profiles/storing/frame-references.ts'
import { listProfileIds, listProjectsOf, workingChangesContain } from '@palate/server/profiles/storing/profile-store.ts'
import * as answers from '@palate/server/shares/answer-store.ts'
import * as shares from '@palate/server/shares/share-store.ts'
import { countExisting } from '@palate/server/store/disk/account-bytes.ts'
import { noteDue } from '@palate/server/store/due-accounts.ts'
import type { Db } from '@palate/server/store/schema.ts'
import type { Store } from '@palate/server/store/store.ts'
import { insertPoorBatch } from '@palate/server/webhooks/alerts/alert-store.ts'
import * as claims from '@palate/server/webhooks/deliveries/claims.ts'
import { deleteDelivery } from '@palate/server/webhooks/deliveries/delivery-store.ts'
import * as eventLog from '@palate/server/webhooks/events/event-log.ts'
import * as fanOuts from '@palate/server/webhooks/events/fan-out-store.ts'
import { replaceSecret } from '@palate/server/webhooks/secrets/webhook-secrets.ts'

const now = '2026-01-02T03:04:05.000Z'
const accountId = 'acct_rare'
const profile = { accountId, profileId: 'prof', projectId: 'red' }
const batch = { accountId, batchId: 'batch' }
const kind = 'constraints'
const hashes = ['h']

/** Sends the statements that need a rare condition, such as a dead process or a large write. Leaves nothing behind. */
export async function sendRareStatements(store: Store): Promise<void> {
  const undone = new Error('undone')
  const work = async (db: Db) => {
    for (const send of [
      ofWebhooks,
      ofBatches,
      ofProfiles,
      ofKeys,
      ofLogins,
      ofPeople,
      ofShares,
      ofErasures,
      ofRequests,
    ])
      await send(db, store)
    throw undone
  }
  await store.write(work).catch((error) => {
    if (error !== undone) throw error
  })
}

async function ofPeople(db: Db): Promise<void> {
  await people.peopleOf(db, accountId)
  await people.findPerson(db, accountId, 'per')
  await people.lockOwners(db, accountId)
  await people.hasInvitationRow(db, accountId, 'h', now)
  await people.deleteInvitationRow(db, accountId, 'h', now)
  await people.deleteExpiredInvitations(db, accountId, now, 1)
  await people.activateInvited(db, accountId, 'per')
  await people.findByIdentity(db, accountId, { issuer: 'i', subject: 's' })
  await people.bindIdentity(db, accountId, 'per', { issuer: 'i', subject: 's' })
}

async function ofWebhooks(db: Db, store: Store): Promise<void> {
  const fanOut = { accountId, stream: '', place: 1 }
  await fanOuts.hasFanOuts(db, accountId)
  await fanOuts.insertFanOut(store, db, fanOut, { events: [], subscribers: [], createdAt: now })
  await fanOuts.lockNextFanOut(db, accountId, undefined)
  await fanOuts.readFanOut(db, fanOut)
  await fanOuts.updateFanOut(db, { ...fanOut, done: 1 })
  await fanOuts.deleteFanOut(db, fanOut)
  await claims.renewLeases(db, 'owner', accountId, ['d'], now)
  await claims.releaseJobs(db, 'owner', accountId, ['d'], now)
  await deleteDelivery(db, accountId, 'd')
  await insertPoorBatch(db, accountId, 'prof', 'batch')
  await eventLog.findInLog(db, accountId, 'evt')
  const filter = { projectId: 'red', types: ['profile.created'] } as const
  await eventLog.listLog(db, accountId, { after: 0, to: 1 }, filter, 1)
  const secrets = { account_id: accountId, id: 'hook', secret: '', old_secret: null, old_secret_until: null }
  await replaceSecret(db, secrets, '', null)
}

async function ofBatches(db: Db): Promise<void> {
  const batches = { accountId, batchIds: ['batch'] }
  const picture = { contentHash: 'h', bytes: 1, data: new Uint8Array(1) }
  await batchPictures.insertPictures(db, batch, new Map([['picture', picture]]))
  await batchPictures.findPicture(db, batch, 'picture', 1)
  await batchFrames.releaseAll(db, batch)
  await setModel(db, { ...batch, batch: { counts: { succeeded: 0, failed: 0 } } } as never, 'm')
  await listLive(db, now)
  await batchFrames.reclaim(db, batch, [0], 'owner', 0)
  await batchFrames.renewLeases(db, 'owner', batches, 0)
  await batchFrames.releaseLeases(db, 'owner', batches)
  await batchFrames.listLeaseOwners(db, batches)
  await batchFrames.countLeased(db, batch, 0)
  await listPinnedWorking(db, profile)
  await listFrames(db, accountId, { projects: ['red'], among: framesOf(profile) }, undefined, 1)
}

async function ofProfiles(db: Db): Promise<void> {
  await setAnswer(db, profile, 'ask', null)
  await objects.findTextsOfFrames(db, profile, hashes, isTextOfFrame)
  await objects.deleteObjectsNamed(db, profile, hashes)
  await objects.sumBytes(db, profile)
  const piece = { writer: 'w', piece: 0, hashes }
  await ahead.insertPieceAhead(db, profile, piece, now)
  await ahead.changePieceAhead(db, profile, piece)
  await ahead.changePieceAhead(db, profile, { ...piece, hashes: [] })
  await ahead.takePieceAhead(db, profile, 'w', 0)
  await ahead.deletePiecesAhead(db, profile, 'w')
  await ahead.addStoredBytes(db, profile, 1)
  await uncommitted.insertUncommittedBlobs(db, profile, [{ hash: 'h', bytes: 1 }])
  await uncommitted.releaseUncommittedBlobs(db, profile, hashes, now)
  await uncommitted.reclaimUncommittedBlobs(db, profile, hashes)
  await uncommitted.listReleased(db, profile, now, 1)
  await uncommitted.deleteReleased(db, profile, hashes, now)
  await uncommitted.commitUncommittedBlobs(db, profile, hashes)
  await listVersionsBefore(db, profile, 1, 1)
  await annotations.findBySubject(db, profile, kind, ['s'])
  await annotations.listPlaced(db, profile)
  await discards.hasDiscardsOf(db, profile, 'per')
  await discards.deleteDiscardsOf(db, profile, 'per')
  await discards.takeDiscard(db, profile, 'dsc', now)
  await annotations.deleteAnnotation(db, profile, kind, 'e')
  await annotations.findUncommittedJson(db, profile)
  await commitJudges(db, profile)
  await findJudges(db, profile, kind, [{ id: 'e' } as never], true)
  await workingChangesContain(db, profile, 'frm')
  await listProfileIds(db, accountId, '', 1)
  await profilesPort.deleteTextWithoutProfile(db, profile, 'h')
  await findOtherNames(db, profile, hashes)
  await findAddressOf(db, accountId, ['red'], 'h')
  const frame = { accountId, projectId: 'red', frameId: 'f', contentHash: 'h', url: null, seenAt: now }
  await upsertUnlistedFrames(db, accountId, [{ ...frame, profileId: 'prof', scores: '{}' }])
  await findSameFrame(db, profile, 'h')
  await blobs.findContentHashes(db, accountId, hashes)
}

async function ofKeys(db: Db): Promise<void> {
  const row = { accountId, keyId: 'key', expiresAt: now }
  await keys.listKeyStates(db, accountId, ['key'])
  await keys.findKey(db, { accountId, keyId: 'key' })
  await sessions.insertSession(db, { ...row, hash: 'session', isSecure: true })
  await sessions.renewSession(db, accountId, 'session', now)
  await sessions.listSessions(db, accountId, ['session'], now)
  await sessions.deleteSession(db, 'session')
  await sessions.insertCode(db, { ...row, hash: 'code' })
  await sessions.hasCode(db, 'code', '')
  await sessions.takeCode(db, 'code', '')
  await accounts.listAccounts(db)
  await accounts.findOnlyAccount(db)
}

async function ofLogins(db: Db): Promise<void> {
  const login = { hash: 'login', userCode: 'BCDFGHJK', name: 'laptop', address: '::1', network: '::1' }
  await logins.deleteExpiredLogins(db, now)
  await logins.countWaiting(db, '::1', now)
  await logins.insertLogin(db, { ...login, createdAt: now, expiresAt: '9999' })
  await logins.findWaiting(db, 'BCDFGHJK', now)
  await logins.countApproved(db, accountId, now)
  await logins.decide(db, 'BCDFGHJK', { status: 'approved', accountId, personId: 'per' }, now)
  await logins.findStatus(db, 'login', now)
  await logins.takeApproved(db, 'login', now)
}

async function ofShares(db: Db): Promise<void> {
  await deleteBoard(db, accountId, 'board')
  const share = { ...profile, shareId: 'share' }
  await answers.insertAnswers(db, share, [{ id: 'a', picture: 0 }], now)
  await answers.saveReviewer(db, share, { id: 'rev', joinedAt: now }, 0, 1)
  await answers.findReviewer(db, share, 'rev', 0)
  await answers.countReviewers(db, share)
  await answers.countAnswers(db, share, 'rev')
  await answers.listOwnAnswers(db, share, 'rev', 0)
  await answers.deleteDecision(db, share, 'rev', 0)
  await shares.listDueReports(db, accountId, now, 1)
  await shares.findHead(db, accountId, 'h', now)
  await shares.findHeadById(db, accountId, 'share', now)
  await shares.countReview(db, accountId, 'share', 0).catch(() => {})
  await shares.saveReport(db, accountId, 'share', { reportedAt: null, dueAt: null })
  await shares.findByToken(db, accountId, 'h', now)
  await shares.lockShare(db, accountId, 'share')
  await shares.deleteEnded(db, accountId, now, 1)
}

async function ofErasures(db: Db): Promise<void> {
  const picture = { accountId, contentHash: 'h', projects: ['red'] }
  const erasure = { ...picture, source: 'frm', projectId: 'red' }
  await erasures.insertErasure(db, erasure, now)
  await erasures.findErasureOf(db, accountId, 'frm')
  await erasures.listDueErasures(db, accountId, now, 1)
  await erasures.hasErasures(db, accountId)
  await erasures.setDone(db, erasure, now)
  await erasures.postpone(db, erasure, now)
  await erasures.deleteErasure(db, erasure)
  await listFramesWith(db, picture)
  await listProjectsOf(db, accountId, ['prof'])
  await erased.listPinningProfiles(db, picture)
  await erased.deleteSeenFramesOf(db, picture, now)
  await erased.wasSeen(db, picture)
  await erased.isListed(db, picture)
  await shares.findShared(db, accountId, hashes)
  await erasures.insertErasuresOf(db, erasure, erased.picturesOfProfile(profile), now)
  await erased.deletePictureRows(db, picture, now)
  await shares.listSharesWith(db, picture)
  await shares.lockContent(db, accountId, 'share')
  await shares.updateContent(db, accountId, 'share', { kind: 'board', profile: '', layout: 'rows', pictures: [] })
  await listBoardsWith(db, { accountId, projectId: 'red' }, 'frm')
  await listObjectsOf(db, picture)
  await releaseObject(db, { accountId, contentHash: 'h', side: 0, home: 's3://b?' }, now)
}

async function ofRequests(db: Db, store: Store): Promise<void> {
  await noteDue(store, db, 'count', accountId, now)
  await countExisting({ read: db, write: (work) => work(db) })
  const request = { accountId, operation: 'createProfile', key: 'k', requestHash: 'h' }
  await idempotency.claimKeyOrFindResponse(db, request, now)
  await idempotency.saveResponse(db, request, { status: 200, headers: {}, body: '' })
  await idempotency.findResponse(db, request, now)
}
