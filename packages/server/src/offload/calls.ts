import type { IncomingHttpHeaders } from 'node:http'
import type { MessagePort } from 'node:worker_threads'
import type { Caller } from '@palate/core/keys/access.ts'
import type { Offload } from '@palate/core/route.ts'
import type { OperationId } from '@palate/core/routes.ts'
import type { PictureSource } from '@palate/core/taste/judgements/training-examples.ts'
import type { Dimension } from '@palate/core/taste/scoring-schema.ts'
import type { Config } from '../config/config.ts'
import type { Answer } from '../http/answer.ts'
import type { CheckedRequest } from '../http/answer-request.ts'
import type { State, StateReference } from '../ports.ts'
import type { FeatureSpace } from '../scoring/features/features.ts'
import type { ReadPicture } from '../scoring/reading/frame-reader.ts'
import type { SuggestJob, SuggestResult } from '../scoring/suggestions/suggester.ts'

export interface ThreadSettings {
  readonly config: Config
  readonly logLevel: string
  /** The embedder and attributes that produced the stored features. */
  readonly featureSpace: FeatureSpace
  readonly embedderId: string
  /** The dimensions for which the crowd's opinion is known. */
  readonly crowdDimensions: readonly string[]
}

/** What an offload thread does for the main thread. */
export type OffloadMethods = {
  readonly handle: (request: SentRequest, signal: AbortSignal) => Promise<Handled>
  /** Loads the training set of a state. Closing the port of inputs releases it. */
  readonly openState: (asked: AskedState, signal: AbortSignal) => Promise<OpenedState>
  /** Throws a Fault if the state lacks a dimension. */
  readonly checkDimensions: (asked: AskedState) => Promise<void>
  readonly close: (input: undefined) => Promise<void>
}

/** What the main thread does for an offload thread: it has the pictures, the models, the dispatcher and the log. */
export type MainMethods = {
  readonly readPicture: (asked: AskedPicture) => Promise<ReadPicture>
  /** Learns a model if it is not in memory, and returns it or what is known about it. */
  readonly learn: (asked: AskedModel, signal: AbortSignal) => Promise<unknown>
  readonly suggest: (
    asked: { readonly accountId: string; readonly job: SuggestJob },
    signal: AbortSignal,
  ) => Promise<SuggestResult>
  /** Stores features and frames that are only in the main thread's memory. */
  readonly flush: (input: undefined) => Promise<void>
  readonly log: (line: string) => void
  /** There are webhook deliveries to send. */
  readonly wake: (input: undefined) => void
  readonly observeStore: (durations: readonly StoreDuration[]) => void
}

export interface SentRequest {
  readonly operationId: OperationId
  readonly part: NonNullable<Offload['part']>
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

/** A port is a stream of the rest: of the response's body, or of the long lists of the checked body. */
export type Handled =
  | {
      readonly answer: Omit<Answer, 'body'> & { readonly body: string | null }
      readonly rest?: MessagePort | undefined
    }
  | { readonly checked: CheckedRequest; readonly rest?: MessagePort | undefined }

export interface AskedState {
  readonly reference: StateReference
  readonly dimensions: readonly string[]
  readonly nowMs: number
}

export interface OpenedState {
  readonly fingerprint: string
  readonly dimensions: readonly Dimension[]
  readonly inputs: MessagePort
}

export interface AskedPicture {
  readonly of: Pick<State, 'accountId' | 'projectId'>
  readonly source: PictureSource
}

/** A training set is identified by its fingerprint. */
export interface AskedModel {
  readonly kind: 'model' | 'validation' | 'agreement'
  readonly accountId: string
  readonly fingerprint: string
  readonly dimension: string
  readonly inputs: MessagePort
}

export type StoreDuration = readonly [kind: 'read' | 'write', seconds: number]
