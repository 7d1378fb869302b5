import type { IncomingHttpHeaders } from 'node:http'
import type { MessagePort } from 'node:worker_threads'
import type { FaultCode } from '@palate/core/fault.ts'
import type { Caller } from '@palate/core/keys/access.ts'
import type { OperationId } from '@palate/core/routes.ts'
import type { PictureSource } from '@palate/core/taste/judgements/training-examples.ts'
import type { FitInput } from '@palate/core/taste/model/fit-input.ts'
import type { Dimension } from '@palate/core/taste/scoring-schema.ts'
import type { Config } from '../config/config.ts'
import type { CheckedRequest } from '../http/answer-request.ts'
import type { State, StateReference } from '../ports.ts'
import type { FrameFaultBody } from '../scoring/faults.ts'
import type { FeatureSpace } from '../scoring/features/features.ts'
import type { ReadPicture } from '../scoring/reading/frame-reader.ts'
import type { SuggestJob } from '../scoring/suggestions/suggester.ts'

// What the main thread and the request thread say to each other. Each request has a port of its own: closing it says
// that the client is gone, and it closes by itself if the thread ends.

export interface ThreadSettings {
  readonly config: Config
  readonly logLevel: string
  /** The embedder and the attributes that stored features belong to. */
  readonly featureSpace: FeatureSpace
  readonly embedderId: string
  /** The dimensions in which the crowd's opinion is known. */
  readonly crowdDimensions: readonly string[]
}

export type ToThread =
  | { readonly request: SentRequest; readonly port: MessagePort }
  | { readonly question: StateQuestion; readonly port: MessagePort }
  | { readonly reading: number; readonly result: PictureReading }
  | 'close'

export interface SentRequest {
  readonly operationId: OperationId
  /** `check`: read and validate the body only. */
  readonly share: 'answer' | 'check'
  readonly requestId: string
  readonly url: string
  readonly params: unknown
  readonly query: unknown
  readonly headers: IncomingHttpHeaders
  readonly caller: Caller | undefined
  readonly body: Uint8Array<ArrayBuffer> | undefined
  /** The time of the main thread's clock, which tests can move. */
  readonly nowMs: number
}

/** Asks for what models of a state are learned from, or only whether it has the dimensions. */
export interface StateQuestion {
  readonly reference: StateReference
  readonly dimensions: readonly string[]
  readonly learns: boolean
  readonly nowMs: number
}

/** On the port of a question, from the thread: first `opened`, then an input for each dimension that is sent to it. */
export type StateMessage =
  | { readonly opened: { readonly fingerprint: string; readonly dimensions: readonly Dimension[] } }
  | { readonly input: FitInput }
  | { readonly broken: Broken }

export type FromThread =
  /** Pictures are fetched and decoded by the main thread. */
  | { readonly reading: number; readonly of: Pick<State, 'accountId' | 'projectId'>; readonly source: PictureSource }
  /** Models are learned on the learning thread, which is the main thread's. */
  | { readonly learning: LearningQuestion; readonly port: MessagePort }
  | { readonly log: string }
  /** There is something to deliver to webhooks. */
  | { readonly wake: true }
  | { readonly durations: readonly StoreDuration[] }

export type StoreDuration = readonly [kind: 'read' | 'write', seconds: number]

export type PictureReading =
  | { readonly features: ReadPicture }
  | { readonly fault: FrameFaultBody }
  | { readonly failure: string }

/** What is asked of the models. A training set is named by its fingerprint. */
export type LearningQuestion = { readonly accountId: string } & (
  | { readonly kind: 'model' | 'validation' | 'agreement'; readonly fingerprint: string; readonly dimension: string }
  | { readonly kind: 'suggest'; readonly job: SuggestJob }
  /** Features and frames of the main thread that are not in the store yet. */
  | { readonly kind: 'flush' }
)

/** On the port of such a question, to the thread. `input` asks for what the model is fitted to. */
export type LearningMessage = 'input' | { readonly result: unknown } | { readonly failure: string }

/** On the port of a request, from the thread. */
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
  /** Further members of the problem, such as the conflicts of a merge. */
  readonly members?: Readonly<Record<string, unknown>> | undefined
}

export interface SentAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>> | undefined
  readonly mediaType: string
  /** A streamed body follows in pieces, one for each `more`. */
  readonly body: string | null | { readonly isStreamed: true }
}

/** On the port of a request, to the thread: asks for the next piece of a streamed body, or of a long list. */
export const more = 'more'
/** The same way, before the answer: the client has left. */
export const gone = 'gone'
