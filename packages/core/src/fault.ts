/** Every error that Palate returns. The code determines the status and the title; the thrower writes the detail. */
export const faults = {
  invalid_json: [400, 'The body is not JSON'],
  invalid_request: [400, 'The request is not valid'],
  missing_api_key: [401, 'An API key is required'],
  invalid_api_key: [401, 'The API key is not valid'],
  expired_api_key: [401, 'The API key has expired'],
  revoked_api_key: [401, 'The API key was revoked'],
  invalid_sign_on: [401, 'The sign-in could not be verified'],
  invalid_code: [401, 'The sign-in code is not valid'],
  project_forbidden: [403, 'The API key is limited to another project'],
  scope_forbidden: [403, 'The API key lacks the required scope'],
  sign_on_refused: [403, 'The identity provider refused the sign-in'],
  role_missing: [403, 'The person has no role'],
  login_refused: [403, 'The login was refused'],
  person_forbidden: [403, 'Only the person may do this'],
  request_header_missing: [403, 'A required header is missing'],
  origin_forbidden: [403, 'Requests from this origin are not allowed'],
  invalid_signature: [403, 'The signature is not valid'],
  expired_signature: [403, 'The signed address has expired'],
  profile_not_found: [404, 'Profile not found'],
  branch_not_found: [404, 'Branch not found'],
  version_not_found: [404, 'Version not found'],
  batch_not_found: [404, 'Batch not found'],
  frame_not_found: [404, 'Frame not found'],
  thumbnail_not_found: [404, 'Thumbnail not found'],
  key_not_found: [404, 'API key not found'],
  webhook_not_found: [404, 'Webhook not found'],
  delivery_not_found: [404, 'Delivery not found'],
  dead_letter_not_found: [404, 'Dead letter not found'],
  event_not_found: [404, 'Event not found'],
  annotation_not_found: [404, 'Annotation not found'],
  ask_not_found: [404, 'Question not found'],
  discard_not_found: [404, 'Discarded changes not found'],
  alert_not_found: [404, 'Alert rule not found'],
  sign_on_not_found: [404, 'There is no single sign-on'],
  share_not_found: [404, 'Share not found'],
  board_not_found: [404, 'Board not found'],
  login_not_found: [404, 'Login not found'],
  person_not_found: [404, 'Person not found'],
  route_not_found: [404, 'Route not found'],
  method_not_allowed: [405, 'Method not allowed'],
  request_timeout: [408, 'The request took too long to arrive'],
  name_taken: [409, 'The name is taken'],
  head_conflict: [409, 'The head of the branch has moved'],
  version_immutable: [409, 'A version cannot be changed'],
  branch_name_taken: [409, 'The branch name is taken'],
  branch_protected: [409, 'The branch is protected'],
  merge_conflict: [409, 'The branches conflict'],
  ask_answered: [409, 'The question has been answered'],
  budget_exceeded: [409, 'The budget is used up'],
  idempotency_conflict: [409, 'The idempotency key is in use'],
  account_full: [409, 'The account has reached its storage limit'],
  last_owner: [409, 'The account needs an owner'],
  person_suspended: [409, 'The person is suspended'],
  frame_in_use: [409, 'The frame is in use'],
  webhook_disabled: [409, 'The webhook is disabled'],
  login_expired: [410, 'The login has expired'],
  precondition_failed: [412, 'It has changed since'],
  body_too_large: [413, 'The body is too large'],
  unsupported_media_type: [415, 'The media type is not supported'],
  unknown_branch: [422, 'The body names an unknown branch'],
  unknown_version: [422, 'The body names an unknown version'],
  unknown_profile: [422, 'The body names an unknown profile'],
  version_not_on_branch: [422, 'The version is not on the branch'],
  unreadable_picture: [422, 'The picture cannot be read'],
  unknown_person: [422, 'The body names an unknown person'],
  unknown_ask: [422, 'The body names an unknown question'],
  unknown_dimension: [422, 'The body names an unknown dimension'],
  too_many_versions: [422, 'Too many new versions'],
  too_many_frames: [422, 'Too many frames'],
  too_many_tags: [422, 'Too many tags'],
  too_many_explanations: [422, 'Too many scores to explain'],
  url_forbidden: [422, 'The URL is not allowed'],
  profile_too_large: [422, 'The profile would be too large'],
  too_many_webhooks: [422, 'Too many webhooks'],
  too_many_alerts: [422, 'Too many alert rules'],
  too_many_shares: [422, 'Too many active shares'],
  too_many_boards: [422, 'Too many boards'],
  too_many_people: [422, 'Too many people'],
  too_many_answers: [422, 'Too many answers'],
  rate_limited: [429, 'Too many requests'],
  headers_too_large: [431, 'The headers are too large'],
  internal: [500, 'Internal error'],
  provider_unavailable: [503, 'The identity provider is not available'],
  unavailable: [503, 'The service is not ready'],
} as const satisfies Record<string, readonly [status: number, title: string]>

export type FaultCode = keyof typeof faults

/** What is wrong with the input, and where (a JSON Pointer). */
export interface InputError {
  readonly path: string
  readonly message: string
}

interface FaultExtras {
  readonly errors?: readonly InputError[]
  /** Additional members of the problem document, such as `headVersionId`. */
  readonly members?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
}

export class Fault extends Error {
  override readonly name = 'Fault'
  readonly code: FaultCode
  readonly status: number
  readonly title: string
  readonly extras: FaultExtras

  constructor(code: FaultCode, detail: string, extras: FaultExtras = {}) {
    super(detail)
    this.code = code
    this.status = faults[code][0]
    this.title = faults[code][1]
    this.extras = extras
  }
}

/** The problem document (RFC 9457) of a fault. */
export function problemOf(fault: Fault, requestId: string) {
  return {
    type: `urn:palate:problem:${fault.code}`,
    title: fault.title,
    status: fault.status,
    detail: fault.message,
    code: fault.code,
    requestId,
    ...(fault.extras.errors && { errors: fault.extras.errors }),
    ...fault.extras.members,
  }
}

/** A fault for input that breaks a rule in one place. */
export function invalidAt(path: string, message: string): Fault {
  return new Fault('invalid_request', `${path || 'The body'}: ${message}`, { errors: [{ path, message }] })
}
