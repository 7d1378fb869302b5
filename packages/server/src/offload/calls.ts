import type { MessagePort } from 'node:worker_threads'
import type { OperationId } from '@palate/core/routes.ts'
import type { Brief } from '@palate/core/taste/brief/brief-schema.ts'
import type { FitInput, IdentifiedPicture } from '@palate/core/taste/model/fit-input.ts'
import type { Dimension } from '@palate/core/taste/scoring-schema.ts'
import type { Config } from '../config/config.ts'
import type { CheckedRequest, ReceivedRequest } from '../http/request/check-request.ts'
import type { HttpResponse } from '../http/response/http-response.ts'
import type { FeatureSpace } from '../pictures/features/features.ts'
import type { Span } from '../platform/tracing/tracing.ts'
import type { StateReference } from '../ports/states.ts'
import type { AskedInput } from './held-inputs.ts'
import type { ScoringMethods } from './remote-scoring.ts'

export interface WorkerData extends ThreadSettings {
  readonly ports: { readonly calls: MessagePort; readonly main: MessagePort }
}

export interface ThreadSettings {
  readonly config: Config
  readonly logLevel: string
  /** The embedder and attributes that produced the stored features. */
  readonly featureSpace: FeatureSpace
  readonly embedderId: string
  /** The dimensions for which the crowd's opinion is known. */
  readonly crowdDimensions: readonly string[]
}

/** What the main thread does for the offload thread: it has the pictures, the models, the dispatcher and the log. */
export type MainMethods = ScoringMethods & {
  readonly log: (line: string) => void
  /** There are webhook deliveries to send. */
  readonly wake: (input: undefined) => void
  readonly observeStore: (durations: readonly StoreDuration[]) => void
  readonly addSpans: (spans: readonly Span[]) => void
}

export type StoreDuration = readonly [kind: 'read' | 'write', seconds: number]

/** What the offload thread does for the main thread. */
export type OffloadMethods = {
  readonly handle: (request: SentRequest, signal: AbortSignal) => Promise<Handled>
  /** The next piece of the body of a response, or of the frames of a checked request; undefined at its end. */
  readonly readBody: (stream: number) => Promise<Uint8Array<ArrayBuffer> | readonly unknown[] | undefined>
  /** The client does not want the rest. */
  readonly closeBody: (stream: number) => void
  /** Loads the training set of a state, and keeps it until it is closed. */
  readonly openState: (request: AskedState, signal: AbortSignal) => Promise<OpenedState>
  readonly fitInput: (request: AskedInput) => Promise<FitInput<IdentifiedPicture>>
  readonly closeState: (fingerprint: string) => void
  /** Throws a Fault if the state lacks a dimension. */
  readonly checkDimensions: (request: AskedState) => Promise<void>
  readonly describeTaste: (request: AskedState, signal: AbortSignal) => Promise<Brief>
  readonly close: (input: undefined) => Promise<void>
}

export interface SentRequest extends Omit<ReceivedRequest, 'signal' | 'body'> {
  readonly operationId: OperationId
  readonly body: Uint8Array<ArrayBuffer> | undefined
  /** The time of the main thread's clock, which tests can set. */
  readonly nowMs: number
  /** Names the step that waits for the thread, if the request is traced. */
  readonly traceparent?: string | undefined
}

/**
 * The response, or the checked request if the main thread does the rest. `stream` is the body of a long response, or the
 * frames of a request.
 */
export type Handled = { readonly stream?: number } & (
  | { readonly answer: Omit<HttpResponse, 'body'> & { readonly body: string | null } }
  | { readonly checked: CheckedRequest }
)

export interface AskedState extends Pick<SentRequest, 'nowMs'> {
  readonly reference: StateReference
  readonly dimensions: readonly string[]
}

export interface OpenedState {
  readonly fingerprint: string
  readonly dimensions: readonly Dimension[]
}
