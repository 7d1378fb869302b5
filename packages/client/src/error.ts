import type { InputError, Problem } from './api-types.ts'

/** Errors that come from the client and not from the service. */
export type ClientErrorCode =
  /** An option or argument cannot work, such as a `url` without `http://`. No request was sent. */
  | 'invalid_argument'
  /** No response: the URL is wrong, the service is down, or the connection was lost. */
  | 'connection_failed'
  /** No response within `timeoutMs`. */
  | 'timeout'
  /** The response is not from Palate but, for example, from another service or a proxy. */
  | 'unexpected_answer'
  /** A picture cannot be read: for example, its file does not exist. */
  | 'file_unreadable'
  /** There are no working changes to commit. */
  | 'nothing_to_commit'
  /** Other writers kept changing the profile. Nothing was written. */
  | 'conflict'
  /** The signature, the timestamp or a header of a webhook is missing or invalid. */
  | 'invalid_signature'

export type ErrorCode = Problem['code'] | ClientErrorCode

/**
 * Every error of this client. Branch on `code`, which is stable.
 *
 * @example
 * try {
 *   await palate.profiles.create({ projectId: 'studio', name: 'Editorial' })
 * } catch (error) {
 *   if (!isPalateError(error, 'name_taken')) throw error
 *   console.log('This profile already exists.')
 * }
 */
export class PalateError extends Error {
  override readonly name = 'PalateError'
  declare readonly code: ErrorCode
  /** The HTTP status; 0 without a response. */
  declare readonly status: number
  /** Identifies the request in the service's log. */
  declare readonly requestId: string | undefined
  /** The invalid values, each with its location (a JSON Pointer). */
  declare readonly errors: readonly InputError[]
  /** The whole problem document, with members such as `headVersionId` or `conflicts`. */
  declare readonly problem: Problem | undefined

  constructor(code: ErrorCode, message: string, { status = 0, problem, ...options }: ErrorDetails = {}) {
    super(message, options)
    this.code = code
    this.status = status
    this.requestId = problem?.requestId
    this.errors = problem?.errors ?? []
    this.problem = problem
  }
}

export interface ErrorDetails {
  readonly status?: number
  readonly problem?: Problem | undefined
  readonly cause?: unknown
}

/** Whether this is an error of this client and, if codes are given, has one of them. */
export function isPalateError(error: unknown, ...codes: readonly ErrorCode[]): error is PalateError {
  return error instanceof PalateError && (codes.length === 0 || codes.includes(error.code))
}

/** The key is missing, unknown, expired or revoked: sign in again. */
export function isAuthError(error: unknown): error is PalateError {
  return error instanceof PalateError && error.status === 401
}

/** The resource does not exist, or is not visible to this key. */
export function isNotFound(error: unknown): error is PalateError {
  return error instanceof PalateError && error.status === 404
}
