import { type MessagePort, parentPort, type Transferable, workerData } from 'node:worker_threads'
import { Fault } from '@palate/core/fault.ts'
import { routeSchemas } from '@palate/core/route-schemas.ts'
import { routes } from '@palate/core/routes.ts'
import { jsonBody } from '../http/request/body.ts'
import { checkRequest } from '../http/request/check-request.ts'
import { faultOf, faultResponse } from '../http/response/faults.ts'
import { createRunOperation } from '../http/run-operation.ts'
import type { Handler } from '../operations.ts'
import { createIdSource } from '../platform/ids.ts'
import { createLog } from '../platform/log.ts'
import { openStore } from '../store/open.ts'
import {
  type FromThread,
  gone,
  type SentRequest,
  type StoreDuration,
  type ThreadSettings,
  type ToThread,
} from './messages.ts'
import { createPictureQuestions } from './picture-questions.ts'
import { createRemoteModels } from './remote-models.ts'
import { sendAnswer } from './send-answer.ts'
import { sendChecked } from './send-checked.ts'
import { sendState } from './send-state.ts'
import { openWorkerFeatures } from './worker-features.ts'

// A worker thread. Answers large requests with the same code as the main thread, without blocking that thread's event
// loop.

const port = parentPort
if (port === null) throw new Error('this file runs as a worker')
const post = (message: FromThread, transfer: Transferable[] = []) => port.postMessage(message, transfer)
const settings = workerData as ThreadSettings
const questions = createPictureQuestions(post)
let aheadMs = 0
let durations: StoreDuration[] = []

// If this fails, the thread exits. Its requests are answered with 503, and the next one starts another thread.
const { services, features, runOperation } = await open()

port.on('message', (message: ToThread) => {
  if (message === 'close') return void close()
  if ('reading' in message) return questions.settle(message.reading, message.result)
  const task = 'request' in message ? message.request : message.question
  aheadMs = task.nowMs - Date.now()
  if ('request' in message) serve(message.request, message.port)
  else sendState(message.port, () => features.openState(message.question), questionFault).then(reportDurations)
})

async function open() {
  const clock = () => new Date(Date.now() + aheadMs)
  const log = createLog(settings.logLevel, { write: (line) => post({ log: line }) })
  const observe = (...duration: StoreDuration) => void durations.push(duration)
  const store = await openStore(settings.config, { observe, log, isSecondary: true })
  const services = { config: settings.config, store, log, clock, newId: createIdSource(clock) }
  const features = openWorkerFeatures(services, {
    featureSpace: settings.featureSpace,
    embedderId: settings.embedderId,
    readSource: questions.ask,
    models: createRemoteModels(post, settings.crowdDimensions),
    knowsCrowd: settings.crowdDimensions.includes('aesthetics'),
    wake: () => post({ wake: true }),
  })
  return { services, features, runOperation: createRunOperation(services) }
}

async function serve({ operationId, share, requestId, body, ...sent }: SentRequest, answerPort: MessagePort) {
  const abort = new AbortController()
  const leave = () => abort.abort(new Fault('unavailable', 'the client disconnected'))
  answerPort.once('close', leave)
  answerPort.on('message', (message) => message === gone && leave())
  const request = {
    ...sent,
    body: body && jsonBody(Buffer.from(body.buffer, body.byteOffset, body.length)),
    signal: abort.signal,
  }
  const toFault = (error: unknown) => faultOf(error, requestId, services)
  try {
    const operation = {
      id: operationId,
      route: routes[operationId],
      schemas: routeSchemas[operationId],
      handler: features.handlers[operationId as keyof typeof features.handlers] as Handler<typeof operationId>,
    }
    const checked = await checkRequest(operation, request)
    if (share === 'check') {
      await features.checks[operationId]?.(request.caller, checked)
      sendChecked(answerPort, checked)
    } else {
      sendAnswer(answerPort, await runOperation(operation, request, checked), toFault)
    }
  } catch (error) {
    sendAnswer(answerPort, faultResponse(toFault(error), requestId), toFault)
  }
  reportDurations()
}

function questionFault(error: unknown): Fault {
  return faultOf(error, 'none', services)
}

function reportDurations(): void {
  post({ durations })
  durations = []
}

async function close(): Promise<void> {
  await features.close()
  await services.store.close()
  port?.close()
}
