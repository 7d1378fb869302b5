import { randomBytes } from 'node:crypto'
import type { Request } from '@palate/core/operations.ts'
import type { Route } from '@palate/core/route.ts'
import { type OperationId, type Routes, routes } from '@palate/core/routes.ts'
import type { Answer } from '../harness/answer.ts'
import type { Client } from '../harness/client.ts'

/** The ids of everything that an operation can request. */
export interface KnownIds {
  readonly project: string
  readonly profile: string
  readonly key: string
  readonly webhook: string
  readonly delivery: string
  readonly deadLetters: readonly [toReplay: string, toDelete: string]
  readonly batch: string
  readonly alert: string
  readonly share: string
  readonly board: string
  readonly frame: string
  readonly ask: string
  readonly discard: string
  readonly person: string
  /** The hash of the frame's picture. */
  readonly contentHash: string
}

/** Well-formed ids that do not exist. */
export function unknownIds(project: string): KnownIds {
  const id = (prefix: string) => `${prefix}_${randomBytes(16).toString('hex')}`
  return {
    project,
    profile: id('prof'),
    key: id('key'),
    webhook: id('hook'),
    delivery: id('dlv'),
    deadLetters: [id('dlv'), id('dlv')],
    batch: id('batch'),
    alert: id('alert'),
    share: id('shr'),
    board: id('brd'),
    ask: id('ask'),
    discard: id('dsc'),
    person: id('per'),
    frame: id('frm'),
    contentHash: randomBytes(32).toString('hex'),
  }
}

type Keyed = { [Id in OperationId]: Routes[Id]['access'] extends 'key' ? Id : never }[OperationId]
/** The required parts of a request: a new parameter or body is a compile error here. */
type Asked<Id extends OperationId> = {
  readonly [Part in keyof Request<Id> as Request<Id>[Part] extends undefined ? never : Part]: Request<Id>[Part]
}

export const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** One request for each operation that needs a key. It uses `ids` wherever possible; `name` is for new resources. */
function requestsOf(ids: KnownIds, name: string): { readonly [Id in Keyed]: Asked<Id> } {
  const { project: projectId, profile, webhook } = ids
  const profileParams = { params: { id: profile } }
  const webhookParams = { params: { id: webhook } }
  const [toReplay, toDelete] = ids.deadLetters
  const scoring = { profile_id: profile, frames: [{ id: 'f', url: pixel }], dimensions: ['brightness'] }
  return {
    listProfiles: { query: { projectId } },
    createProfile: { body: { projectId, name, basedOn: profile } },
    getProfile: { ...profileParams, query: {} },
    updateProfile: { ...profileParams, body: { seed: 'Stolen', profileData: { workingChanges: { constraints: [] } } } },
    deleteProfile: profileParams,
    exportProfile: profileParams,
    importProfile: { body: emptyProfile(projectId, `${name}, imported`) },
    listVersions: { ...profileParams, query: { branchId: 'main' } },
    getVersion: { params: { id: profile, versionId: 'v0' } },
    diffVersions: { ...profileParams, query: { from: 'main', to: 'working' } },
    mergeBranches: { ...profileParams, body: { sourceBranchId: 'b0', targetBranchId: 'main', strategy: 'theirs' } },
    deleteBranch: { params: { id: profile, branchId: 'b0' } },
    addAnnotations: {
      ...profileParams,
      body: { comparisons: [{ id: 'taught', frameA: 'a', frameB: 'b', winner: 'a' }] },
    },
    createAsk: { ...profileParams, body: { first: 'https://pictures.test/a', second: 'https://pictures.test/b' } },
    getAsk: { params: { id: profile, askId: ids.ask } },
    removeAnnotation: { params: { id: profile, elementId: 'taught' } },
    discardAnnotations: profileParams,
    restoreDiscard: { params: { id: profile, discardId: ids.discard } },
    scoreFrames: { body: scoring },
    rewardFrames: { body: { profile_id: profile, frames: scoring.frames } },
    listDimensions: { query: { profile_id: profile } },
    diagnoseProfile: { ...profileParams, query: {} },
    getThreshold: { ...profileParams, query: {} },
    getBrief: { ...profileParams, query: {} },
    findExamples: { ...profileParams, body: { url: pixel } },
    suggestJudgements: { ...profileParams, query: {} },
    listProfilePeople: { ...profileParams, query: {} },
    listDisagreements: { ...profileParams, query: {} },
    previewProfile: { ...profileParams, body: { from: 'main', to: 'working', dimensions: ['brightness'] } },
    refreshProfile: profileParams,
    submitBatch: { body: scoring },
    listBatches: { query: { projectId, profile_id: profile } },
    getBatch: { params: { batchId: ids.batch } },
    streamBatchResults: { params: { batchId: ids.batch }, query: {} },
    cancelBatch: { params: { batchId: ids.batch } },
    uploadFrame: { query: { projectId } },
    listFrames: { query: { projectId } },
    updateFrames: { body: { ids: [ids.frame], add: [name] } },
    getFrame: { params: { id: ids.frame } },
    getFrameThumbnail: { params: { id: ids.frame }, query: { size: 64 } },
    deleteFrame: { query: { id: ids.frame } },
    listPictures: { ...profileParams, query: {} },
    listRecentFrames: { query: { projectId } },
    listSimilarFrames: { query: { id: ids.frame, limit: 3 } },
    listFrameStacks: { query: { projectId } },
    getThumbnail: { params: { contentHash: ids.contentHash }, query: { size: 'large' } },
    createBoard: { body: { profileId: profile, name, pictures: [{ frameId: ids.frame, caption: 'Cover' }] } },
    listBoards: { query: { projectId, profileId: profile } },
    getBoard: { params: { id: ids.board } },
    updateBoard: { params: { id: ids.board }, body: { name } },
    deleteBoard: { params: { id: ids.board } },
    createShare: { body: { profileId: profile, frames: [{ id: name, url: pixel }], dimension: 'brightness' } },
    listShares: { query: { projectId, profileId: profile } },
    getShare: { params: { id: ids.share } },
    revokeShare: { params: { id: ids.share } },
    createWebhook: { body: { url: 'http://127.0.0.1:9/hook', events: ['profile.deleted'], projectId } },
    listWebhooks: { query: { projectId } },
    getWebhook: webhookParams,
    updateWebhook: { ...webhookParams, body: { description: 'Stolen' } },
    deleteWebhook: webhookParams,
    rotateWebhookSecret: { ...webhookParams, body: {} },
    testWebhook: webhookParams,
    listDeliveries: { ...webhookParams, query: {} },
    replayDeliveries: { ...webhookParams, body: { since: '2020-01-01T00:00Z', until: '2020-01-02T00:00Z' } },
    getDelivery: { params: { id: ids.delivery } },
    replayDelivery: { params: { id: ids.delivery } },
    listDeadLetters: { query: { projectId, webhookId: webhook } },
    replayDeadLetters: { body: { webhookId: webhook, until: '2020-01-01T00:00Z' } },
    replayDeadLetter: { params: { id: toReplay } },
    deleteDeadLetter: { params: { id: toDelete } },
    listEvents: { query: { projectId } },
    listEventTypes: {},
    createAlert: { body: { profileId: profile, dimension: 'brightness', below: 0.1 } },
    listAlerts: { query: { projectId, profileId: profile } },
    deleteAlert: { params: { id: ids.alert } },
    createKey: { body: { name, projectId } },
    listKeys: { query: { projectId } },
    revokeKey: { query: { id: ids.key } },
    rotateKey: { query: { id: ids.key }, body: { overlapSeconds: 60 } },
    listPeople: { query: {} },
    createPerson: { body: { name, role: 'judge', projects: [projectId] } },
    getPerson: { params: { id: ids.person } },
    updatePerson: { params: { id: ids.person }, body: { name: 'Stolen' } },
    invitePerson: { params: { id: ids.person } },
    removePerson: { params: { id: ids.person }, query: { judgements: 'erase' } },
    getKeyUsage: { query: { id: ids.key } },
    listAudit: { query: { keyId: ids.key, since: '2026-01-01T00:00:00.000Z' } },
    listProjects: {},
    getSession: {},
    getSessionKey: {},
    getStatus: {},
    callMcp: { body: toolCall('palate_brief', { profile }) },
    deleteSession: {},
    createSessionCode: {},
    getLogin: { params: { userCode: 'BCDF-GHJK' } },
    decideLogin: { params: { userCode: 'BCDF-GHJK' }, body: { approve: true } },
  }
}

function toolCall(name: string, args: object) {
  return { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }
}

/** A request that can be sent. */
export interface OperationRequest {
  readonly operation: string
  readonly route: Route
  readonly path: string
  readonly body: object | undefined
  /** The bytes of an upload, as latin1. */
  readonly upload: string | undefined
}

/** The requests by operation. A route of the table without a request, or without one of its parameters, is an error. */
export function operationRequests(ids: KnownIds, name: string): readonly OperationRequest[] {
  const requests: Readonly<Record<string, Parts>> = requestsOf(ids, name)
  const keyed = Object.entries<Route>(routes).filter(([, { access }]) => access === 'key')
  return keyed.map(([operation, route]) => {
    const parts = requests[operation]
    if (!parts) throw new Error(`${operation} has no request in operation-requests.ts`)
    const upload = route.body?.kind === 'upload' ? pictureNamed(name).toString('latin1') : undefined
    return { operation, route, path: pathOf(operation, route, parts), body: parts.body, upload }
  })
}

/** Without those about the login of a command: it is of no account until a person, never a key, confirms it. */
export function tenantRequests(ids: KnownIds, name: string): readonly OperationRequest[] {
  return operationRequests(ids, name).filter(({ route }) => !route.path.startsWith('/api/logins/'))
}

/** The requests that use `ids`, each with its variant that uses `others` instead. */
export function requestsNaming(ids: KnownIds, others: KnownIds) {
  const name = `Made ${randomBytes(8).toString('hex')}`
  const unlike = operationRequests(others, name)
  return operationRequests(ids, name).flatMap((request, i) => {
    const other = unlike[i] ?? request
    return JSON.stringify(request) === JSON.stringify(other) ? [] : [{ request, other }]
  })
}

export function send(client: Client, { route, path, body, upload }: OperationRequest): Promise<Answer> {
  if (upload === undefined) return client.call(route.method, path, { body })
  const raw = new Uint8Array(Buffer.from(upload, 'latin1'))
  return client.call(route.method, path, { raw, headers: { 'content-type': 'image/png' } })
}

/** A picture whose bytes depend on the name: decoders ignore bytes after the picture. */
export function pictureNamed(name: string): Buffer {
  return Buffer.concat([Buffer.from(pixel.slice(pixel.indexOf(',') + 1), 'base64'), Buffer.from(name)])
}

interface Parts {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: object
  readonly body?: object
}

function pathOf(operation: string, { path }: Route, { params = {}, query = {} }: Parts): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`${operation} has no value for ${name} in operation-requests.ts`)
    return encodeURIComponent(value)
  })
  const search = new URLSearchParams(query as Record<string, string>).toString()
  return search === '' ? filled : `${filled}?${search}`
}

function emptyProfile(projectId: string, name: string) {
  const counter = { used: 0, total: 1 }
  return {
    projectId,
    name,
    profileData: {
      branches: [{ id: 'main', name: 'main', headVersionId: null, createdAt: '2026-01-01T00:00:00Z' }],
      versions: [],
      currentBranchId: 'main',
      workingChanges: { constraints: [], exemplars: [], comparisons: [] },
      budget: { questions: counter, labels: counter, comparisons: counter },
    },
  }
}
