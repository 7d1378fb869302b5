import { workerData } from 'node:worker_threads'
import { Fault } from '@palate/core/fault.ts'
import { type Input, operations } from '@palate/core/operations.ts'
import { routes } from '@palate/core/routes.ts'
import { openFeatures } from '../composition/features.ts'
import { openFrameLibrary } from '../frames/library.ts'
import { jsonBody } from '../http/request/body.ts'
import { type CheckedRequest, checkRequest } from '../http/request/check-request.ts'
import { faultOf, faultResponse } from '../http/response/faults.ts'
import { jsonType } from '../http/response/http-response.ts'
import { createRunOperation } from '../http/run-operation.ts'
import { type Handler, storeThenRespond } from '../operations.ts'
import { FeatureCache } from '../pictures/features/feature-cache.ts'
import { createIdSource } from '../platform/ids.ts'
import { createLog } from '../platform/log.ts'
import { createAddStatement } from '../platform/tracing/statements.ts'
import { continueTrace, inTrace, type Span, type Tracer } from '../platform/tracing/tracing.ts'
import { profilesPort } from '../profiles/port.ts'
import { findPinnedState, findPreviewStates } from '../profiles/states/states.ts'
import { createUpdateProfile } from '../profiles/update-profile.ts'
import { ensureProject } from '../projects/projects.ts'
import { openState } from '../scoring/open-scorers.ts'
import { openStore } from '../store/open.ts'
import type { ObserveDuration } from '../store/store.ts'
import { createEventRecorder } from '../webhooks/events/event-recorder.ts'
import type {
  AskedState,
  MainMethods,
  OffloadMethods,
  SentRequest,
  StoreDuration,
  WorkerData,
} from './offload-thread.ts'
import { createRemoteBodies } from './remote-body.ts'
import { connectScoring, createHeldInputs } from './remote-scoring.ts'
import { connect } from './rpc.ts'

// A worker thread. Handles large requests with the same code as the main thread, without blocking that thread's event
// loop.

const { ports, ...settings } = workerData as WorkerData
const { config, crowdDimensions, featureSpace, embedderId } = settings
const main = connect<MainMethods>(ports.main)
const ignore = () => {}
let aheadMs = 0
let durations: StoreDuration[] = []
let spans: Span[] = []

const clock = () => new Date(Date.now() + aheadMs)
const log = createLog(settings.logLevel, { write: (line) => void main.call('log', line).catch(ignore) })
const addStatement = createAddStatement(config.databaseUrl)
const observe: ObserveDuration = (kind, seconds, text) => {
  durations.push([kind, seconds])
  addStatement(kind, seconds, text)
}
/** The main thread exports them. */
const tracer: Tracer = { add: (span) => void spans.push(span), close: async () => {} }
// If this fails, the thread exits. Its requests are answered with 503, and the next one starts another thread.
const store = await openStore(config, { observe, log, isSecondary: true })
const services = { config, store, log, clock, newId: createIdSource(clock) }
const { record } = createEventRecorder(services, () => void main.call('wake', undefined).catch(ignore))
const held = createHeldInputs()
const featureCache = new FeatureCache(services, featureSpace)
const features = openFeatures(services, {
  ...{ embedderId, featureSpace, featureCache, record },
  ...connectScoring(main, crowdDimensions, held),
  knowsCrowd: crowdDimensions.includes('aesthetics'),
  library: openFrameLibrary(services, profilesPort, ensureProject),
})
const handlers: { readonly [operationId: string]: unknown } = {
  ...features.handlers,
  updateProfile: createUpdateProfile(store, features.tasteSummaries, record).updateLargeProfile,
  // The main thread has the batch runner and the result streams, so it responds.
  submitBatch: storeThenRespond(features.submitBatch, async (_, body) => ({ body, mediaType: jsonType })),
}
const runOperation = createRunOperation(services)
const bodies = createRemoteBodies()
const methods: OffloadMethods = {
  ...{ handle, openState: openAsked, checkDimensions, describeTaste, close },
  ...{ readBody: bodies.read, closeBody: bodies.close },
  ...{ fitInput: held.inputOf, judges: held.judgesOf, closeState: held.release },
}
connect(ports.calls, methods, failureOf)

function handle({ traceparent, ...sent }: SentRequest, signal: AbortSignal) {
  const trace = traceparent === undefined ? undefined : continueTrace(tracer, traceparent)
  return inTrace(trace, () => handleSent(sent, signal))
}

async function handleSent(sent: Omit<SentRequest, 'traceparent'>, signal: AbortSignal) {
  const { operationId, body, nowMs: mainMs, ...received } = sent
  aheadMs = mainMs - Date.now()
  const bytes = body && Buffer.from(body.buffer, body.byteOffset, body.length)
  const { requestId } = received
  const request = { ...received, body: bytes && jsonBody(bytes), signal }
  const handler = handlers[operationId]
  const checkedOperation = { id: operationId, route: routes[operationId], schemas: operations[operationId] }
  try {
    const checked = await checkRequest(checkedOperation, request)
    if (handler) {
      const operation = { ...checkedOperation, handler: handler as Handler<typeof operationId> }
      return bodies.send(await runOperation(operation, request, checked))
    }
    if (operationId === 'previewProfile') await checkPreview(request, checked)
    return bodies.sendChecked(checked)
  } catch (error) {
    return bodies.send(faultResponse(failureOf(error, requestId), requestId))
  } finally {
    reportDurations()
  }
}

/** Merges once to find the conflicts: thousands of them would be a large fault in the memory of the main thread. */
async function checkPreview({ caller }: Pick<SentRequest, 'caller'>, { input }: CheckedRequest): Promise<void> {
  if (!caller) return
  const { params, body } = input as Input<'previewProfile'>
  const { to } = await findPreviewStates(store.read, caller, params.id, body)
  await to.computeMerge?.()
}

async function openAsked(request: AskedState, signal: AbortSignal) {
  const state = await findAsked(request)
  const opening = openState(features.trainingSets, state, request.dimensions, signal)
  const { dimensions, inputs } = await opening.finally(reportDurations)
  held.hold(inputs)
  return { fingerprint: inputs.fingerprint, dimensions }
}

async function checkDimensions(request: AskedState): Promise<void> {
  await features.checkDimensions(await findAsked(request), request.dimensions).finally(reportDurations)
}

async function describeTaste(request: AskedState, signal: AbortSignal) {
  return features.describeTaste(store.read, await findAsked(request), signal).finally(reportDurations)
}

async function findAsked({ reference, nowMs: mainMs }: AskedState) {
  aheadMs = mainMs - Date.now()
  const state = await findPinnedState(store.read, reference)
  if (!state) throw new Fault('profile_not_found', 'the profile was just deleted')
  return state
}

function failureOf(error: unknown, requestId = 'none'): Fault {
  return faultOf(error, requestId, services)
}

function reportDurations(): void {
  main.call('observeStore', durations).catch(ignore)
  durations = []
  if (spans.length > 0) main.call('addSpans', spans).catch(ignore)
  spans = []
}

async function close(): Promise<void> {
  await featureCache.close()
  await store.close()
  ports.calls.close()
  main.close()
}
