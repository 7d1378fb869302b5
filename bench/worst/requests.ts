import { randomBytes, randomUUID } from 'node:crypto'
import type { OperationId } from '@palate/core/routes.ts'
import type { Client } from '../../tests/harness/client.ts'
import * as bodies from './bodies.ts'
import { change, must, newProfile, type WorstFixture } from './fixture.ts'

/** One request: path parameters, query and body. */
export interface Worst {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: string
  readonly body?: object
  readonly raw?: Uint8Array<ArrayBuffer>
  readonly headers?: Readonly<Record<string, string>>
}

export type Prepare = (client: Client, fixture: WorstFixture) => Promise<Worst> | Worst

/** The worst valid requests of each operation. The compiler reports an operation without one. */
export const worstRequests: { readonly [Id in OperationId]: Readonly<Record<string, Prepare>> } = {
  listProfiles: { '10,000 profiles': () => ({}) },
  createProfile: {
    '1 MiB of values': () => ({ body: bodies.withIgnoredValues({ projectId: 'bench', name: 'Filled' }) }),
    'based on 60,000 elements': (_, { full }) => ({
      body: { projectId: 'elsewhere', name: `Based on ${full}`, basedOn: full },
    }),
  },
  getProfile: {
    '60,000 elements in two versions': (_, { full }) => ({ params: { id: full } }),
    '1,000 versions': (_, { long }) => ({ params: { id: long } }),
  },
  updateProfile: {
    'a commit of 60,000 elements, one frame compared 20,000 times': toNewProfile({
      profileData: { versions: [bodies.commitOf('v1', bodies.fullState('warm'))] },
    }),
    'a commit with 2,000,000 values': toNewProfile(bodies.manyValues()),
    '32 MiB of text in working changes': toNewProfile(bodies.muchText()),
    '1,000 versions': toNewProfile(bodies.manyVersions()),
    '999 branches': toNewProfile(bodies.manyBranches()),
  },
  deleteProfile: {
    '60,000 elements': async (client) => {
      const id = await newProfile(client)
      await change(client, id, { versions: [bodies.commitOf('v1', bodies.fullState('warm'))] })
      return { params: { id } }
    },
  },
  exportProfile: { '60,000 elements in two versions': (_, { full }) => ({ params: { id: full } }) },
  importProfile: { '20,000 versions and 60,000 elements': () => ({ body: bodies.largeImport() }) },
  listVersions: { '1,000 versions': (_, { long }) => ({ params: { id: long } }) },
  getVersion: { '60,000 elements': (_, { full }) => ({ params: { id: full, versionId: 'ours' } }) },
  diffVersions: {
    '60,000 elements that differ': (_, { full }) => ({ params: { id: full }, query: 'from=ours&to=theirs' }),
  },
  mergeBranches: {
    '60,000 elements that differ': (_, { full }) => ({
      params: { id: full },
      body: { sourceBranchId: 'side', targetBranchId: 'main', strategy: 'theirs', dryRun: true },
    }),
  },
  deleteBranch: {
    'one of 1,000': async (client) => {
      const id = await newProfile(client)
      await change(client, id, bodies.manyBranches().profileData)
      return { params: { id, branchId: 'b0' } }
    },
  },
  rewardFrames: {
    '1,000 frames of one picture': (_, { long }) => {
      const { profile_id, frames } = bodies.sameFrames(long, ['aesthetics'])
      return { body: { profile_id, frames: frames.slice(0, 1000) } }
    },
  },
  scoreFrames: {
    '10,000 frames, 32 MiB': (_, { long }) => ({ body: bodies.manyFrames(long) }),
    '10,000 frames of one picture, explained': (_, { long }) => ({
      body: bodies.sameFrames(long, ['aesthetics', 'usability', 'brightness']),
    }),
    'the first of 60,000 elements': async (client) => ({ body: bodies.oneFrame(await fullProfile(client)) }),
    'the second of 60,000 elements': async (client) => {
      const body = bodies.oneFrame(await fullProfile(client))
      await must(client, 'POST', '/v1/score', body)
      return { body }
    },
    'the first of 60,000 uncommitted elements': async (client) => ({
      body: bodies.oneFrame(await fullProfile(client, true), true),
    }),
    'the first of 60,000 elements in 100 dimensions': async (client) => {
      const id = await newProfile(client)
      await change(client, id, { versions: [bodies.commitOf('v1', bodies.manyDimensions())] })
      return { body: { ...bodies.oneFrame(id), dimensions: bodies.ownDimensions, explain: true } }
    },
  },
  addAnnotations: {
    '1,000 constraints in addition to 60,000 elements': async (client) => ({
      params: { id: await fullProfile(client, true) },
      body: bodies.manyAnnotations(),
    }),
  },
  createAsk: {
    'of a full profile': (_, { full }) => ({
      params: { id: full },
      body: { first: `https://pictures.test/${'a'.repeat(8000)}`, second: `https://pictures.test/${'b'.repeat(8000)}` },
    }),
  },
  getAsk: { 'of a full profile': (_, { full }) => ({ params: { id: full, askId: `ask_${'0'.repeat(32)}` } }) },
  removeAnnotation: {
    'one of 60,000 elements': async (client) => ({
      params: { id: await fullProfile(client, true), elementId: 'c0' },
    }),
  },
  discardAnnotations: {
    '60,000 elements': async (client) => ({ params: { id: await fullProfile(client, true) } }),
  },
  restoreDiscard: {
    '60,000 elements': async (client) => {
      const id = await fullProfile(client, true)
      const { body } = await client.call('DELETE', `/v1/profiles/${id}/annotations`)
      return { params: { id, discardId: body.discardId } }
    },
  },
  listDimensions: { 'of a full profile': (_, { full }) => ({ query: `profile_id=${full}` }) },
  diagnoseProfile: {
    'without pictures': (_, { long }) => ({ params: { id: long } }),
    '60,000 elements': async (client) => ({ params: { id: await fullProfile(client) } }),
    '60,000 uncommitted elements': async (client) => ({
      params: { id: await fullProfile(client, true) },
      query: 'includeWorking=true',
    }),
  },
  getThreshold: {
    'of 60,000 elements': async (client) => ({ params: { id: await fullProfile(client) } }),
  },
  getBrief: {
    'of 60,000 elements': async (client) => ({ params: { id: await fullProfile(client) } }),
  },
  findExamples: {
    'of 60,000 elements': async (client) => ({ params: { id: await fullProfile(client) }, body: {} }),
  },
  suggestJudgements: {
    'without frames': (_, { long }) => ({ params: { id: long } }),
    '60,000 elements': async (client) => ({ params: { id: await fullProfile(client) }, query: 'limit=50' }),
  },
  listProfilePeople: {
    'of 60,000 elements': async (client) => ({ params: { id: await fullProfile(client) } }),
  },
  listDisagreements: {
    'of 60,000 elements': async (client) => ({ params: { id: await fullProfile(client) }, query: 'limit=100' }),
  },
  previewProfile: {
    '100 frames, 32 MiB': (_, { long }) => ({ params: { id: long }, body: bodies.previewedFrames() }),
    'a merge of 60,000 elements that differ': (_, { full }) => ({
      params: { id: full },
      body: { from: 'main', to: bodies.previewedMerge('theirs') },
    }),
    'a merge with 60,000 conflicts': async (client) => {
      const id = await fullProfile(client)
      const theirs = bodies.commitOf('theirs', bodies.fullState('cold'), null, 'side')
      await change(client, id, { branches: [{ id: 'side', name: 'side', headVersionId: null }] })
      await change(client, id, { versions: [theirs] })
      return { params: { id }, body: { to: bodies.previewedMerge() } }
    },
    'twelve chosen frames, 60,000 uncommitted elements': async (client) => ({
      params: { id: await fullProfile(client, true) },
      body: { from: 'main', to: 'working' },
    }),
  },
  refreshProfile: {
    'without pictures': (_, { long }) => ({ params: { id: long } }),
    '60,000 elements': async (client) => ({ params: { id: await fullProfile(client) } }),
  },
  submitBatch: {
    '10,000 frames, 32 MiB': (_, { long }) => ({
      body: bodies.manyFrames(long),
      headers: { prefer: 'respond-async' },
    }),
    // The response ends when the batch is done, so this also measures how long opening and scoring block the event
    // loop.
    'one frame, 60,000 uncommitted elements': async (client) => ({
      body: bodies.oneFrame(await fullProfile(client, true), true),
    }),
  },
  listBatches: { 'few batches': () => ({}) },
  getBatch: { 'a small batch': (_, { batch }) => ({ params: { batchId: batch } }) },
  streamBatchResults: { 'a small batch': (_, { batch }) => ({ params: { batchId: batch } }) },
  // The batch of 10,000 frames, if it was submitted: it must not keep running during later measurements.
  cancelBatch: {
    'the last batch': async (client) => {
      const { batches } = (await must(client, 'GET', '/v1/score/batch?limit=1')).body
      return { params: { batchId: batches[0].batch_id } }
    },
  },
  uploadFrame: {
    'a picture of 32 MiB': () => ({
      query: 'projectId=bench',
      raw: bodies.largePicture(),
      headers: { 'content-type': 'image/png' },
    }),
  },
  listFrames: { '10,000 frames': () => ({}) },
  updateFrames: {
    'of 1,000 frames': async (client) => {
      const { frames } = (await must(client, 'GET', '/api/frames?limit=1000')).body
      return { body: { ids: frames.map(({ id }: { id: string }) => id), add: [randomUUID()] } }
    },
  },
  getFrame: { 'a picture of 32 MiB': (_, { frame }) => ({ params: { id: frame } }) },
  getFrameThumbnail: { 'of 32 MiB': (_, { frame }) => ({ params: { id: frame }, query: 'size=512' }) },
  deleteFrame: {
    'one of 10,000': async (client) => {
      const { frames } = (await must(client, 'GET', '/api/frames?limit=1')).body
      return { query: `id=${frames[0].id}` }
    },
  },
  listPictures: { '60,000 elements': (_, { full }) => ({ params: { id: full } }) },
  listRecentFrames: { '10,000 frames': () => ({}) },
  listSimilarFrames: {
    'among 5,000': async (client) => {
      const { frames } = (await must(client, 'GET', '/api/frames?limit=1')).body
      return { query: `id=${frames[0].id}&limit=200` }
    },
  },
  listFrameStacks: {
    'of 5,000 frames': async (client) => {
      const { frames } = (await must(client, 'GET', '/api/frames?limit=1')).body
      return { query: `projectId=${encodeURIComponent(frames[0].projectId)}` }
    },
  },
  getThumbnail: { one: (_, { thumbnail }) => ({ params: { contentHash: thumbnail } }) },
  createBoard: { 'no pictures': (_, { long }) => ({ body: { profileId: long, name: 'Board' } }) },
  listBoards: { 'few boards': () => ({}) },
  getBoard: { one: async (client, { long }) => ({ params: { id: await aBoard(client, long) } }) },
  updateBoard: {
    'a new name': async (client, { long }) => ({ params: { id: await aBoard(client, long) }, body: { name: 'Other' } }),
  },
  deleteBoard: { one: async (client, { long }) => ({ params: { id: await aBoard(client, long) } }) },
  createShare: {
    'the overview of 60,000 elements': (_, { full }) => ({ body: { profileId: full } }),
    '200 pictures': (_, { long }) => ({ body: bodies.sharedFrames(long) }),
  },
  listShares: { '100 shares': () => ({}) },
  getShare: { '200 pictures': async (client, { long }) => ({ params: { id: (await share(client, long)).id } }) },
  revokeShare: { '200 pictures': async (client, { long }) => ({ params: { id: (await share(client, long)).id } }) },
  openShare: { '200 pictures': async (client, { long }) => ({ params: await share(client, long) }) },
  answerShare: {
    '200 comments': async (client, { long }) => ({
      params: await share(client, long),
      raw: bodies.sharedAnswers(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
  },
  reviewShare: {
    'a long comment': async (client, { long }) => {
      const comment = 'a\n'.repeat(50).padEnd(1000, 'k')
      const review = { reviewer: randomBytes(32).toString('base64url'), name: 'n'.repeat(80), picture: 0, comment }
      return { params: await share(client, long), body: review }
    },
  },
  getShareAsset: { 'the script': () => ({ params: { name: 'review.js' } }) },
  getSharedPicture: {
    'the last one': async (client, { long }) => ({ params: { ...(await share(client, long)), number: '199' } }),
  },
  createWebhook: {
    '1 MiB of values': async (client, { nowhere, spareWebhooks }) => {
      await must(client, 'DELETE', `/v1/webhooks/${spareWebhooks[0]}`)
      return { body: bodies.withIgnoredValues({ url: nowhere, events: ['api_key.*'] }) }
    },
  },
  listWebhooks: { '1,000 webhooks': () => ({}) },
  getWebhook: { one: (_, { webhook }) => ({ params: { id: webhook } }) },
  updateWebhook: {
    '1 MiB of values': (_, { webhook }) => ({
      params: { id: webhook },
      body: bodies.withIgnoredValues({ description: 'd' }),
    }),
  },
  deleteWebhook: {
    'one of 1,000': (_, { spareWebhooks }) => ({ params: { id: spareWebhooks[1] } }),
  },
  rotateWebhookSecret: {
    '1 MiB of values': (_, { webhook }) => ({ params: { id: webhook }, body: bodies.withIgnoredValues({}) }),
  },
  testWebhook: { one: (_, { webhook }) => ({ params: { id: webhook } }) },
  listDeliveries: {
    '10,000 deliveries': (_, { webhook }) => ({ params: { id: webhook } }),
    'none of 10,000': (_, { webhook }) => ({ params: { id: webhook }, query: 'until=1970-01-02T00:00:00Z' }),
  },
  replayDeliveries: {
    'none of 10,000': (_, { webhook }) => ({
      params: { id: webhook },
      body: bodies.withIgnoredValues({ since: '1970-01-01T00:00:00Z', status: 'delivered' }),
    }),
  },
  getDelivery: { one: (_, { delivery }) => ({ params: { id: delivery } }) },
  replayDelivery: { one: (_, { delivery }) => ({ params: { id: delivery } }) },
  listDeadLetters: { '10,000 dead letters': () => ({}) },
  replayDeadLetters: {
    'none that match': () => ({ body: bodies.withIgnoredValues({ until: '2000-01-01T00:00:00Z' }) }),
  },
  replayDeadLetter: { 'one of 10,000': async (client) => ({ params: { id: await aDeadLetter(client) } }) },
  deleteDeadLetter: { 'one of 10,000': async (client) => ({ params: { id: await aDeadLetter(client) } }) },
  listEvents: {
    '10,000 events': () => ({}),
    'after the first of 10,000': async (client) => {
      const { events } = (await must(client, 'GET', '/v1/events')).body
      return { query: `after=${events.at(-1).id}` }
    },
  },
  listEventTypes: { all: () => ({}) },
  createAlert: {
    '1 MiB of values': (_, { long }) => ({
      body: bodies.withIgnoredValues({ profileId: long, dimension: 'brightness', below: 0.5 }),
    }),
    'for a profile of 60,000 elements': (_, { full }) => ({
      body: { profileId: full, dimension: 'brightness', below: 0.5 },
    }),
  },
  listAlerts: { 'few rules': () => ({}) },
  deleteAlert: {
    one: async (client, { long }) => {
      const body = { profileId: long, dimension: 'brightness', below: 0.5 }
      return { params: { id: (await must(client, 'POST', '/v1/alerts', body)).body.id } }
    },
  },
  createKey: { '1 MiB of values': () => ({ body: bodies.withIgnoredValues({ name: 'Filled' }) }) },
  listKeys: { '10,000 keys': () => ({}) },
  listPeople: { '1,000 people': () => ({}) },
  getPerson: { one: async (client) => ({ params: { id: await aPerson(client) } }) },
  updatePerson: {
    '1 MiB of values': async (client) => ({
      params: { id: await aPerson(client) },
      body: bodies.withIgnoredValues({ name: 'Filled' }),
    }),
  },
  invitePerson: { one: async (client) => ({ params: { id: await aPerson(client) } }) },
  removePerson: {
    'with judgements': async (client) => ({ params: { id: await aPerson(client) }, query: 'judgements=erase' }),
  },
  createPerson: { '1 MiB of values': () => ({ body: bodies.withIgnoredValues({ name: 'Filled', role: 'viewer' }) }) },
  revokeKey: { one: async (client) => ({ query: `id=${await aKey(client)}` }) },
  rotateKey: {
    '1 MiB of values': async (client) => ({
      query: `id=${await aKey(client)}`,
      body: bodies.withIgnoredValues({}),
    }),
  },
  getKeyUsage: { '90 days': async (client) => ({ query: `days=90&id=${await aKey(client)}` }) },
  listAudit: { '10,000 entries': () => ({}) },
  listProjects: { 'with 10,000 profiles and keys': () => ({}) },
  createSession: {
    'a good key and 1 MiB of values': (client) => ({ body: bodies.withIgnoredValues({ key: client.key }) }),
  },
  getStatus: { 'as it is': () => ({}) },
  getSession: { 'as it is': () => ({}) },
  getSessionKey: { 'as it is': () => ({}) },
  deleteSession: { 'as it is': () => ({}) },
  createSessionCode: { 'as it is': () => ({}) },
  getSignInMethods: { 'as it is': () => ({}) },
  startSignOn: { 'without a provider': () => ({}) },
  startInvitedSignOn: { 'without a provider': () => ({ body: { code: 'x'.repeat(43) } }) },
  finishSignOn: { 'without a provider': () => ({}) },
  createLogin: { 'as it is': () => ({ body: { name: 'ada-laptop' } }) },
  getLogin: { 'of a code that nobody has': () => ({ params: { userCode: 'BCDF-GHJK' } }) },
  decideLogin: { 'of a code that nobody has': () => ({ params: { userCode: 'BCDF-GHJK' }, body: { approve: true } }) },
  collectLogin: { 'of a code that nobody has': () => ({ body: { code: 'x'.repeat(43) } }) },
  health: { 'as it is': () => ({}) },
  readiness: { 'as it is': () => ({}) },
  apiDescription: { 'as it is': () => ({}) },
  apiPage: { 'as it is': () => ({}) },
  callMcp: {
    'the tools': () => ({
      body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      headers: { accept: 'application/json, text/event-stream' },
    }),
  },
}

function toNewProfile(body: object): Prepare {
  return async (client) => ({ params: { id: await newProfile(client) }, body })
}

/** A new profile, because learned models are cached. */
async function fullProfile(client: Client, isUncommitted = false): Promise<string> {
  const id = await newProfile(client)
  const state = bodies.fullState('warm')
  await change(client, id, isUncommitted ? { workingChanges: state } : { versions: [bodies.commitOf('v1', state)] })
  return id
}

/** A share of the maximum number of pictures. */
async function share(client: Client, profileId: string): Promise<{ readonly id: string; readonly token: string }> {
  const { id, url } = (await must(client, 'POST', '/v1/shares', bodies.sharedFrames(profileId))).body
  return { id, token: url.split('/').at(-1) }
}

async function aBoard(client: Client, profileId: string): Promise<string> {
  return (await must(client, 'POST', '/v1/boards', { profileId, name: 'Board' })).body.id
}

async function aKey(client: Client): Promise<string> {
  return (await must(client, 'POST', '/api/api-keys', { name: 'Short-lived' })).body.id
}

async function aPerson(client: Client): Promise<string> {
  return (await must(client, 'POST', '/api/people', { name: 'Short-lived', role: 'viewer' })).body.person.id
}

async function aDeadLetter(client: Client): Promise<string> {
  return (await must(client, 'GET', '/v1/webhooks/dead-letters?limit=1')).body.deadLetters[0].id
}
