import type { Caller } from '@palate/core/keys/access.ts'
import { auditHandlers } from '../audit/audit-handlers.ts'
import { batchHandlers } from '../batches/batch-handlers.ts'
import { openBatches } from '../batches/batches.ts'
import { listUnfinishedOf } from '../batches/storing/batch-store.ts'
import { boardHandlers } from '../boards/board-handlers.ts'
import { findBoard } from '../boards/board-store.ts'
import { createDeleteFrame } from '../frames/delete-frame.ts'
import { frameHandlers } from '../frames/frame-handlers.ts'
import { openFrameLibrary, sweepFrames } from '../frames/library.ts'
import { similarFrameHandlers } from '../frames/similar-frames.ts'
import { createUploadSpool } from '../frames/upload-spool.ts'
import { networkOf } from '../http/authentication/networks.ts'
import { faultOfRate } from '../http/authentication/rate-limits.ts'
import type { Inject } from '../http/mcp/in-process-fetch.ts'
import { mcpHandlers } from '../http/mcp/mcp-handler.ts'
import { serviceHandlers } from '../http/service-handlers.ts'
import { findAccount } from '../keys/accounts.ts'
import { createKeyMaker } from '../keys/create-key.ts'
import { accountDirectory } from '../keys/key-accounts.ts'
import { keyHandlers } from '../keys/key-handlers.ts'
import { keysOfPeople } from '../keys/keys-of-people.ts'
import { loginHandlers } from '../keys/logins/login-handlers.ts'
import { openPersonSessions, sessionHandlers } from '../keys/sessions/session-handlers.ts'
import { countKeys, findActors, lockKey } from '../keys/store.ts'
import type { UsageMeter } from '../keys/usage.ts'
import { createSsrfGuard } from '../network/ssrf-guard.ts'
import { createLargeStates } from '../offload/large-states.ts'
import { openOffloadThread } from '../offload/offload-thread.ts'
import { createEndAccess } from '../people/end-access.ts'
import { createEndInvitation, openInvitations } from '../people/invitations.ts'
import { peopleHandlers } from '../people/people-handlers.ts'
import { findPerson, peopleOf } from '../people/person-store.ts'
import { createAdmitPerson } from '../people/sign-on/admit-person.ts'
import { signOnHandlers } from '../people/sign-on/sign-on-handlers.ts'
import { pictureHandlers } from '../pictures/picture-handlers.ts'
import { createSignThumbnails } from '../pictures/thumbnails/signed-thumbnails.ts'
import type { FramePicture } from '../platform/metrics.ts'
import { type ReadinessCheck, rarely } from '../platform/readiness.ts'
import { version } from '../platform/version.ts'
import type { AdmitBytes } from '../ports/scoring.ts'
import { countProfiles, profilesPort } from '../profiles/port.ts'
import { findPinnedState, findPreviewStates, findState } from '../profiles/states/states.ts'
import { ensureProject, projectHandlers } from '../projects/projects.ts'
import { createScorerFactory } from '../scoring/frame-scorer.ts'
import { createOpenScorers } from '../scoring/open-scorers.ts'
import { createPreviewProfile } from '../scoring/preview/handler.ts'
import { createNameRejected } from '../scoring/rejected-names.ts'
import { createRewardFrames } from '../scoring/reward-frames.ts'
import { createScoreFrames } from '../scoring/score-frames.ts'
import { startScoring, type Threads } from '../scoring/scoring.ts'
import type { Services } from '../services.ts'
import { type SharedPictures, sharePageHandlers } from '../shares/page-handlers.ts'
import { shareHandlers } from '../shares/share-handlers.ts'
import { endSharesOfKey, moveSharesOfKey } from '../shares/share-store.ts'
import type { FindScorable } from '../webhooks/alerts/alert-handlers.ts'
import { findFirstDue } from '../webhooks/deliveries/dispatcher.ts'
import { openWebhookSecrets } from '../webhooks/secrets/webhook-secrets.ts'
import { openWebhooks } from '../webhooks/webhooks.ts'
import { openErasures } from './erase-pictures.ts'
import { openFeatures } from './features.ts'
import { openFramesHome, openObjectSweep } from './frame-storage.ts'
import { statusHandlers } from './service-status.ts'
import { runSweeps } from './sweep-accounts.ts'

export type MainFeatures = Awaited<ReturnType<typeof openMainFeatures>>

export interface FeatureOptions {
  /** Larger requests and states go to an offload thread. Tests set a low value. */
  readonly smallBytesMax?: number | undefined
  /** Tests set it so that services in one process share the worker threads. */
  readonly threads?: Threads | undefined
}

/** Opens all features of a process, with or without the API, and passes each what it needs from the others. */
export async function openMainFeatures(services: Services, { smallBytesMax, threads }: FeatureOptions = {}) {
  const framesChecks = await openFramesHome(services)
  const frames = openFrames(services)
  const scoring = await startScoring(services, frames.library, profilesPort, threads)
  // Webhooks follow the same address rules as frames.
  const rules = createSsrfGuard({ allow: services.config.allowPrivateNetwork })
  const webhookSecrets = openWebhookSecrets(services)
  // If the store refuses writes now, the background or the next start does it later.
  await webhookSecrets
    .listAccountsToSeal()
    .then((accountIds) => runSweeps(services, accountIds, [webhookSecrets.sealStored]))
    .catch((err) => services.log.error({ err }, 'webhook secrets were not encrypted'))
  const webhooks = openWebhooks(services, rules, webhookSecrets)
  const features = openFeatures(services, {
    embedderId: scoring.embedderId,
    featureSpace: scoring.featureSpace,
    featureCache: scoring.featureCache,
    readSource: scoring.readSource,
    measureColours: scoring.measureColours,
    measureDesigns: scoring.measureDesigns,
    models: scoring.models,
    knowsCrowd: scoring.knowsCrowd,
    flush: scoring.flush,
    library: frames.library,
    record: webhooks.record,
  })
  const offloadThread = openOffloadThread(services, scoring, () => webhooks.wake())
  const largeStates = createLargeStates(services, offloadThread, smallBytesMax)
  const openScorers = createOpenScorers(
    features.trainingSets,
    scoring.models,
    largeStates,
    createNameRejected(services, frames.library),
  )
  const namesOf = async (accountId: string) =>
    new Map((await peopleOf(services.store.read, accountId)).map(({ id, name }) => [id, name]))
  const countFrame = (picture: FramePicture) => services.metrics.framesScored.inc({ picture })
  const createScorer = createScorerFactory({ ...scoring, namesOf, countFrame }, webhooks.noteScore, openScorers)
  const { modelId } = features
  const batches = openBatches(services, { createScorer, findPinnedState, recordEnd: webhooks.recordBatchEnd, modelId })
  const learned = { openScorers, createScorer, largeStates, offloadThread }
  const erasures = openErasures(services, scoring.forgetPicture)
  const runs = { version, model: modelId, embedder: scoring.embedderId, store: services.store.engine }
  services.metrics.buildInfo.set(runs, 1)
  return { ...features, ...learned, framesChecks, scoring, frames, webhooks, webhookSecrets, batches, erasures }
}

/** The handler of every operation. */
export function createHandlers(
  services: Services,
  features: MainFeatures,
  usage: UsageMeter,
  inject: Inject,
  isStopping: () => boolean,
) {
  const { scoring, frames, webhooks, openScorers, createScorer, batches } = features
  const process: ReadinessCheck = {
    name: 'process',
    concerns: 'process',
    check: async () => (isStopping() ? 'the process is stopping' : undefined),
  }
  const checks = [process, ...readinessChecks(services, features)]
  const recordEvents = webhooks.record
  const shares = { end: endSharesOfKey, move: moveSharesOfKey }
  const createKey = createKeyMaker(services, recordEvents, ensureProject)
  const invitations = openInvitations(accountDirectory, keysOfPeople, recordEvents)
  const endInvitation = createEndInvitation(accountDirectory)
  const endAccess = createEndAccess({ keys: keysOfPeople, shares, recordEvents, endInvitation })
  const count = (caller: Caller) => {
    const nowMs = services.clock().getTime()
    return faultOfRate(services.config.rateLimit, usage.count(caller, nowMs), nowMs)
  }
  return {
    ...features.handlers,
    ...serviceHandlers(checks, services.config.basePath),
    ...mcpHandlers(services, version, inject),
    ...statusHandlers(services, {
      checks,
      embedderId: scoring.embedderId,
      scoringLoad: scoring.load,
      listUnfinished: listUnfinishedOf,
      findFirstDue,
    }),
    ...keyHandlers(createKey, usage, recordEvents, shares),
    ...loginHandlers(services, createKey, networkOf),
    ...sessionHandlers(services, count, invitations),
    ...signOnHandlers(services, {
      admit: createAdmitPerson(services, { keys: keysOfPeople, invitations, ensureProject, recordEvents }),
      endAccess,
      findAccount,
      invitations,
      sessions: openPersonSessions(services, count),
    }),
    ...auditHandlers(findActors),
    ...peopleHandlers(services, {
      keys: keysOfPeople,
      directory: accountDirectory,
      ensureProject,
      endInvitation,
      endAccess,
      recordEvents,
      eraseJudgements: features.eraseJudgements,
    }),
    ...projectHandlers({ countProfiles, countKeys }),
    scoreFrames: createScoreFrames(
      createScorer,
      findState,
      findPerson,
      createSignThumbnails(services),
      features.modelId,
    ),
    rewardFrames: createRewardFrames(createScorer, findState, findPerson, features.modelId),
    previewProfile: createPreviewProfile({
      frameReader: scoring.frameReader,
      featureCache: scoring.featureCache,
      seenFrames: scoring.seenFrames,
      thumbnails: scoring.thumbnails,
      isPictureOf: scoring.isPictureOf,
      frames: frames.library,
      openScorers,
      findPreviewStates,
    }),
    ...batchHandlers(services, {
      submit: features.submitBatch,
      runner: batches.runner,
      watch: batches.watch,
      pages: batches.pages,
      stopping: batches.stopping,
      recordEnd: webhooks.recordBatchEnd,
    }),
    ...frameHandlers({
      store: services.store,
      config: services.config,
      clock: services.clock,
      library: frames.library,
      spool: frames.spool,
      checkPicture: scoring.checkPicture,
      makeThumbnail: scoring.thumbnails.make,
      profiles: profilesPort,
    }),
    ...createDeleteFrame({
      store: services.store,
      newId: services.newId,
      log: services.log,
      library: frames.library,
      profiles: profilesPort,
      settleThumbnails: scoring.thumbnails.settle,
      deleteThumbnails: scoring.deleteThumbnails,
      flush: scoring.flush,
      erasures: features.erasures,
    }),
    ...similarFrameHandlers({
      library: frames.library,
      listEmbeddings: scoring.listEmbeddings,
      findEmbedding: scoring.findEmbedding,
      flush: scoring.flush,
    }),
    ...pictureHandlers(scoring),
    ...boardHandlers(services, { findState, profiles: profilesPort, frames: frames.library }),
    ...shareHandlers(services, {
      findState,
      findBoard,
      frames: frames.library,
      createScorer,
      profiles: profilesPort,
      directory: accountDirectory,
      lockKey,
      flush: async () => void (await Promise.all([scoring.flush(), scoring.thumbnails.flush()])),
      keepLarge: ({ accountId }, contentHash, url, signal) => scoring.keepLarge(accountId, contentHash, url, signal),
      describeTaste: async (db, state, signal) =>
        (await features.largeStates.describeTaste(state, signal)) ?? features.describeTaste(db, state, signal),
    }),
    ...sharePageHandlers(services, accountDirectory, sharedPicturesOf(features), recordEvents),
    ...webhooks.handlers(createFindScorable(features), ensureProject),
  }
}

/** Visitors must not make the service read addresses, so larger pictures come from the library alone. */
function sharedPicturesOf({ scoring, frames }: MainFeatures): SharedPictures {
  return {
    has: (db, { contentHash, accountId, projectId }) =>
      scoring.isPictureOf(db, { accountId, projects: [projectId] }, contentHash),
    async show(db, { accountId, contentHash }, side, signal) {
      const read = async (admit: AdmitBytes) =>
        (await frames.library.readBytes(db, accountId, contentHash, admit)) ??
        admitted(await scoring.thumbnails.findLargest(accountId, contentHash), admit)
      const larger = await scoring.thumbnails.make({ accountId, contentHash, side, read, signal })
      return larger ?? scoring.thumbnails.findPreview(accountId, contentHash)
    },
  }
}

async function admitted(data: Buffer | undefined, admit: AdmitBytes) {
  if (data) await admit(data.byteLength)
  return data && new Uint8Array(data)
}

/** Two services with one data directory and different users, for example: the store is readable and uploads fail. */
async function uploadFailure(spool: ReturnType<typeof createUploadSpool>, log: Services['log']) {
  const err = await spool.tryWriting()
  if (err === undefined) return undefined
  log.error({ err }, 'uploads cannot be written')
  return 'uploads cannot be stored'
}

/** The frame library and its upload spool. */
function openFrames(services: Services) {
  const library = openFrameLibrary(services, profilesPort, ensureProject)
  const spool = createUploadSpool(services.config.dataDir)
  const objects = openObjectSweep(services)
  return {
    library,
    spool,
    uploads: {
      name: 'uploads',
      concerns: 'process',
      check: rarely(() => uploadFailure(spool, services.log)),
    } satisfies ReadinessCheck,
    sweepFiles: () => sweepFrames(services, library, spool),
    sweepAccount: (accountId: string, rowsMax: number) => objects.run(accountId, rowsMax),
  }
}

/** The checks of `/readyz`. Scoring a built-in picture is not one: the start fails if that is not possible. */
export function readinessChecks(
  { store }: Pick<Services, 'store'>,
  { scoring, frames, framesChecks }: Pick<MainFeatures, 'scoring' | 'frames' | 'framesChecks'>,
): readonly ReadinessCheck[] {
  return [...store.checks, scoring.readiness, frames.uploads, ...framesChecks]
}

function createFindScorable({ checkDimensions, largeStates }: MainFeatures): FindScorable {
  return {
    projectOf: async (db, caller, profileId) => (await findState(db, caller, profileId, {})).projectId,
    async requireDimension(db, caller, profileId, dimension) {
      const state = await findState(db, caller, profileId, {})
      if (!(await largeStates.checkDimensions(state, [dimension]))) await checkDimensions(state, [dimension])
    },
  }
}
