import type { IncomingHttpHeaders } from 'node:http'
import type { MessagePort } from 'node:worker_threads'
import type { FaultCode } from '@palate/core/fault.ts'
import type { Caller } from '@palate/core/keys/access.ts'
import type { PictureSource } from '@palate/core/profile/subject/picture-sources.ts'
import type { OperationId } from '@palate/core/routes.ts'
import type { FitInput } from '@palate/core/taste/model/fit-input.ts'
import type { Dimension } from '@palate/core/taste/scoring-schema.ts'
import type { Config } from '../config/config.ts'
import type { CheckedRequest } from '../http/answer-request.ts'
import type { State, StateReference } from '../ports.ts'
import type { FrameFaultBody } from '../scoring/faults.ts'
import type { FeatureSpace } from '../scoring/features/features.ts'
import type { ReadPicture } from '../scoring/reading/frame-reader.ts'
import type { SuggestJob } from '../scoring/suggestions/suggester.ts'

// Messages between the main thread and the request thread. Each request has its own port. Closing it means that the
// client has disconnected; it also closes when the thread exits.

export interface ThreadSettings {
  readonly config: Config
  readonly logLevel: string
  /** The embedder and attributes that produced the stored features. */
  readonly featureSpace: FeatureSpace
  readonly embedderId: string
  /** The dimensions for which the crowd's opinion is known. */
  readonly crowdDimensions: readonly string[]
}

export type ToThread =
  | { readonly request: SentRequest; readonly port: MessagePort }
  | { readonly question: StateQuestion; readonly port: MessagePort }
  | { readonly reading: number; readonly result: PictureReading }
  | 'close'

export interface SentRequest {
  readonly operationId: OperationId
  /** `check`: only read and validate the body. */
  readonly share: 'answer' | 'check'
  readonly requestId: string
  readonly url: string
  readonly params: unknown
  readonly query: unknown
  readonly headers: IncomingHttpHeaders
  readonly caller: Caller | undefined
  readonly body: Uint8Array<ArrayBuffer> | undefined
  /** The time of the main thread's clock, which tests can set. */
  readonly nowMs: number
}

/** Requests the input for models of a state, or only checks that the state has the dimensions. */
export interface StateQuestion {
  readonly reference: StateReference
  readonly dimensions: readonly string[]
  readonly learns: boolean
  readonly nowMs: number
}

/** From the thread, on the port of a question: first `opened`, then an input for each requested dimension. */
export type StateMessage =
  | { readonly opened: { readonly fingerprint: string; readonly dimensions: readonly Dimension[] } }
  | { readonly input: FitInput }
  | { readonly broken: Broken }

export type FromThread =
  /** The main thread fetches and decodes pictures. */
  | { readonly reading: number; readonly of: Pick<State, 'accountId' | 'projectId'>; readonly source: PictureSource }
  /** Models are learned on the learning thread, which belongs to the main thread. */
  | { readonly learning: LearningQuestion; readonly port: MessagePort }
  | { readonly log: string }
  /** There are webhook deliveries to send. */
  | { readonly wake: true }
  | { readonly durations: readonly StoreDuration[] }

export type StoreDuration = readonly [kind: 'read' | 'write', seconds: number]

export type PictureReading =
  | { readonly features: ReadPicture }
  | { readonly fault: FrameFaultBody }
  | { readonly failure: string }

/** A question about models. Training sets are identified by their fingerprint. */
export type LearningQuestion = { readonly accountId: string } & (
  | { readonly kind: 'model' | 'validation' | 'agreement'; readonly fingerprint: string; readonly dimension: string }
  | { readonly kind: 'suggest'; readonly job: SuggestJob }
  /** Stores features and frames that are only in the main thread's memory. */
  | { readonly kind: 'flush' }
)

/** To the thread, on the port of such a question. `input` requests the input that the model is fitted to. */
export type LearningMessage = 'input' | { readonly result: unknown } | { readonly failure: string }

/** From the thread, on the port of a request. */
export type RequestMessage =
  /** Long lists of the body follow in pieces, one for each `more`, until `end`. */
  | { readonly checked: CheckedRequest; readonly isWhole: boolean }
  | { readonly list: string; readonly items: readonly unknown[] }
  | { readonly answer: SentAnswer }
  | { readonly piece: Uint8Array<ArrayBuffer> }
  | { readonly end: true }
  | { readonly broken: Broken }

export interface Broken {
  readonly code: FaultCode
  readonly detail: string
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Additional members of the problem document, such as the conflicts of a merge. */
  readonly members?: Readonly<Record<string, unknown>> | undefined
}

export interface SentAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>> | undefined
  readonly mediaType: string
  /** A streamed body follows in pieces, one for each `more`. */
  readonly body: string | null | { readonly isStreamed: true }
}

/** To the thread, on the port of a request: requests the next piece of a streamed body or a long list. */
export const more = 'more'
/** To the thread, before the response: the client has disconnected. */
export const gone = 'gone'
