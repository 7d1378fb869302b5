import type { InputError, Problem } from './api-types.ts'

/** What went wrong before the service could say anything, or in the client itself. */
export type ClientErrorCode =
  /** No answer came: the address is wrong, the service is down, or the connection broke. */
  | 'connection_failed'
  /** No answer came within `timeoutMs`. */
  | 'timeout'
  /** The answer was not what Palate sends: another service, or a proxy in between, answered. */
  | 'unexpected_answer'
  /** The picture to upload is a file that is not there or cannot be read. */
  | 'file_unreadable'
  /** There are no working changes to commit. */
  | 'nothing_to_commit'
  /** Others kept changing the profile; nothing was written. */
  | 'conflict'
  /** A webhook's signature, its time or its headers do not fit. */
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
 *   console.log('There is one already.')
 * }
 */
export class PalateError extends Error {
  override readonly name = 'PalateError'
  readonly code: ErrorCode
  /** The HTTP status; 0 if no answer came. */
  readonly status: number
  /** Names the request in the service's logs. */
  readonly requestId: string | undefined
  /** What is wrong with the input, and where (a JSON Pointer). */
  readonly errors: readonly InputError[]
  /** The whole problem document, with members such as `headVersionId` or `conflicts`. */
  readonly problem: Problem | undefined

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

/** Whether this is an error of this client, with one of these codes if you name some. */
export function isPalateError(error: unknown, ...codes: readonly ErrorCode[]): error is PalateError {
  return error instanceof PalateError && (codes.length === 0 || codes.includes(error.code))
}

/** The key is missing, unknown, expired or revoked: sign in again. */
export function isAuthError(error: unknown): error is PalateError {
  return error instanceof PalateError && error.status === 401
}

/** What the request names does not exist, for this key. */
export function isNotFound(error: unknown): error is PalateError {
  return error instanceof PalateError && error.status === 404
}
