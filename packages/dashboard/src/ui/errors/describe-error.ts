import { type ErrorCode, isPalateError } from '@palate/client'

/** One sentence per error, in the words of the pages. The compiler reports a missing one. */
const sentences: Readonly<Record<ErrorCode, string>> = {
  connection_failed: 'The service does not answer. Is it running?',
  timeout: 'The service does not answer. Is it running?',
  unexpected_answer: 'That is not an answer or a file of Palate.',
  invalid_argument: 'This cannot be sent.',
  file_unreadable: 'The file cannot be read.',
  invalid_signature: 'The signature is not valid.',
  expired_signature: 'This link has expired.',
  conflict:
    'Others keep changing this profile, so nothing was saved. What you typed is still here: try again in a moment.',
  nothing_to_commit: 'There is nothing to save: the latest version already says this.',
  head_conflict:
    'Somebody else saved a version on this branch, so nothing was saved. The page now shows the new state: review it, then try again.',
  precondition_failed:
    'Somebody else changed this meanwhile, so nothing was saved. The page now shows the new state: review it, then try again.',
  merge_conflict:
    'The branches have changed and there are new conflicts. Your choices are kept: resolve the new ones, then merge again.',
  branch_name_taken: 'This profile already has a branch with that name. Choose another name.',
  branch_protected: 'The main branch and the current one cannot be deleted. Switch to another branch first.',
  branch_not_found: 'Somebody deleted this branch.',
  version_not_on_branch: 'This version is not in the history of the branch, so the branch cannot go back to it.',
  invalid_json: 'The service did not understand the request. Reload the page and try again.',
  invalid_request: 'Some of what you entered is not valid.',
  missing_api_key: 'Sign in first.',
  invalid_api_key: 'This key is not valid. Check that it was copied whole.',
  expired_api_key: 'This key has expired.',
  revoked_api_key: 'This key was revoked.',
  invalid_code:
    'This sign-in link was used or has expired. Get a new one with “palate open”, or from whoever invited you.',
  invalid_sign_on: 'The sign-in could not be verified, or it took too long. Sign in again.',
  sign_on_refused: 'The sign-in was cancelled or refused. Try again, or ask your administrator.',
  sign_on_not_found: 'This service has no single sign-on. Sign in with a key or a link.',
  role_missing: 'Your account there has no access here. Ask your administrator.',
  provider_unavailable: 'The sign-in service does not answer as it should. Try again in a moment.',
  project_forbidden: 'You have no access to this project.',
  scope_forbidden: 'You are not allowed to do this.',
  person_forbidden: 'Only the person whose judgement or key it is can do this.',
  request_header_missing: 'The service did not understand the request. Reload the page and try again.',
  origin_forbidden: 'The service does not accept requests from this address.',
  profile_not_found: 'This profile does not exist, or your key cannot see it.',
  version_not_found: 'This version does not exist.',
  batch_not_found: 'These results no longer exist.',
  frame_not_found: 'This picture is no longer in the library.',
  thumbnail_not_found: 'This picture can no longer be shown.',
  key_not_found: 'Somebody deleted this key.',
  webhook_not_found: 'Somebody deleted this webhook.',
  delivery_not_found: 'This delivery is no longer kept.',
  dead_letter_not_found: 'This delivery is no longer kept.',
  event_not_found: 'This event is no longer kept.',
  annotation_not_found: 'This judgement was already removed.',
  discard_not_found: 'It was restored before, or it is too late to restore it.',
  ask_not_found: 'This question is no longer open. Ask for a new one.',
  alert_not_found: 'Somebody deleted this rule.',
  person_not_found: 'This person does not exist any more.',
  login_not_found: 'No command waits with this code. It may have expired: start the command again.',
  login_refused: 'The login was refused.',
  login_expired: 'The login has expired. Start the command again.',
  board_not_found: 'Somebody deleted this board.',
  share_not_found: 'This share was revoked or is no longer kept.',
  route_not_found: 'The service may be of another version than this page. Reload the page.',
  method_not_allowed: 'The service may be of another version than this page. Reload the page.',
  request_timeout: 'The connection is too slow for this. Try again.',
  name_taken: 'This name is already in use. Choose another one.',
  version_immutable: 'A saved version cannot be changed.',
  ask_answered: 'This question was already answered.',
  budget_exceeded: 'No judgements are left. Raise the number to go on.',
  idempotency_conflict: 'The same request is already being processed. Try again in a moment.',
  account_full: 'The account’s storage is full. Delete pictures or profiles that you no longer need.',
  last_owner: 'The account needs an owner. Make somebody else an owner first.',
  person_suspended: 'This person is suspended. End the suspension first.',
  frame_in_use: 'A profile uses this picture, so it cannot be deleted.',
  webhook_disabled: 'The webhook is switched off. Switch it on first.',
  body_too_large: 'That is too large for the service.',
  unsupported_media_type: 'The service does not take files of this kind.',
  unknown_person: 'There is no such person.',
  unknown_ask: 'This question is no longer open. Ask for a new one.',
  unknown_branch: 'This branch does not exist.',
  unknown_version: 'This version does not exist.',
  unknown_profile: 'This profile does not exist, or your key cannot see it.',
  unreadable_picture: 'The picture cannot be read. It may be damaged or of an unknown format.',
  unknown_dimension: 'This profile has not learned that yet.',
  too_many_versions: 'Those are too many versions at once.',
  too_many_frames: 'Those are too many pictures at once.',
  too_many_explanations: 'Those are too many pictures to explain at once.',
  url_forbidden: 'The service may not call this address. Use a public https address.',
  profile_too_large: 'The profile would become too large. Remove judgements that you no longer need.',
  too_many_webhooks: 'There are too many webhooks. Delete one that you no longer need.',
  too_many_alerts: 'There are too many rules. Delete one that you no longer need.',
  too_many_tags: 'A picture can have 20 tags. Remove some first.',
  too_many_people: 'The account has the most people it can have.',
  too_many_boards: 'This profile has too many boards. Delete one that you no longer need.',
  too_many_shares: 'This profile has too many active links. Revoke one that is no longer needed.',
  too_many_answers: 'This link cannot take more answers. Create a new one.',
  rate_limited: 'Too many requests at once. Try again in a moment.',
  headers_too_large: 'The service did not understand the request. Reload the page and try again.',
  internal: 'Something went wrong in the service. Try again; if it happens again, please report it.',
  unavailable: 'The service is not ready yet. Try again in a moment.',
}

const unknown = 'Something went wrong. Reload the page; if it happens again, please report it.'

/** An error of the page itself. Its message is for users. */
export class ShownError extends Error {}

export function describeError(error: unknown): string {
  if (error instanceof ShownError) return error.message
  return isPalateError(error) ? describeCode(error.code) : unknown
}

/** This page may be older than the service. */
export function describeCode(code: string): string {
  return (sentences as Readonly<Record<string, string | undefined>>)[code] ?? unknown
}

/** What the service said, for a report; undefined if it said nothing. */
export function errorDetails(error: unknown): string | undefined {
  if (!isPalateError(error) || error.requestId === undefined) return undefined
  const values = error.errors.map(({ path, message }) => `${path} ${message}`.trim())
  return [...(values.length === 0 ? [error.message] : values), `Request ${error.requestId}`].join('\n')
}

/** Whether trying again can help. */
export function mayHelpToRetry(error: unknown): boolean {
  if (!isPalateError(error)) return true
  return error.status === 0 || error.status === 408 || error.status === 429 || error.status >= 500
}

/** What is wrong with one field of a form; undefined if it is not that field. */
export function fieldError(error: unknown, field: keyof typeof fields): string | undefined {
  if (!isPalateError(error)) return undefined
  const isNamed = error.errors.some(({ path }) => path === `/${field}`)
  return isNamed || (field === 'name' && error.code === 'name_taken') ? fields[field](error.code) : undefined
}

/** The error unless one of these fields shows it. */
export function unlessAtField(error: unknown, ...shown: readonly (keyof typeof fields)[]): unknown {
  return shown.some((field) => fieldError(error, field) !== undefined) ? null : error
}

const fields = {
  name: (code: ErrorCode) =>
    code === 'name_taken' ? sentences.name_taken : 'Use a name of 1 to 255 characters, without line breaks.',
  email: () => 'This is not an e-mail address.',
  projectId: () => 'Use at most 128 letters, digits and . _ : -',
  seed: () => 'Use at most 5,000 characters.',
  url: () => 'Use a complete address, such as https://example.com/hook.',
} as const
