import { isPalateError, type PalateError } from '@palate/client'
import { ConfigError } from '@palate/server/config/config-error.ts'
import { CommandError, type Lines } from './output.ts'

/** What happened, and what to do next. Only a bug shows a stack trace. */
export function explainError(error: unknown): Lines {
  if (error instanceof CommandError) return [error.message, ...error.details]
  if (error instanceof ConfigError) return error.message
  if (isPalateError(error)) return explainRefusal(error)
  if (isSystemError(error)) return error.message
  return String(error instanceof Error ? error.stack : error).split('\n')
}

const nextSteps: Readonly<Record<string, string>> = {
  connection_failed: 'is the service running? Start one with `palate serve`, or pass another URL with --url',
  timeout: 'try again, or check the log of the service',
  unexpected_answer: 'pass the URL of a Palate service with --url',
  invalid_api_key: 'sign in again with `palate login`',
  missing_api_key: 'sign in with `palate login`',
  expired_api_key: 'create a new key, then sign in with `palate login`',
  revoked_api_key: 'sign in with another key: `palate login`',
  scope_forbidden: 'use a key with that scope; `palate keys create --scopes` creates one',
  profile_not_found: '`palate profiles` lists them, `palate init` chooses one for this folder',
  branch_not_found: '`palate branch` lists them',
  unknown_branch: '`palate branch` lists them',
  version_not_found: '`palate log --all` lists them',
  unknown_version: '`palate log --all` lists them',
  webhook_not_found: '`palate webhooks` lists them',
  key_not_found: '`palate keys` lists them',
  precondition_failed: 'someone else changed it in the meantime: run the command again',
  head_conflict: 'someone else committed in the meantime: run the command again',
  budget_exceeded: '`palate budget` shows the totals and changes them',
  rate_limited: 'wait a minute, then run the command again',
}

function explainRefusal({ message, code, errors, requestId }: PalateError): Lines {
  const next = nextSteps[code]
  const bug = code === 'internal' && requestId ? ` (see request ${requestId} in the log of the service)` : ''
  const first = `${message}${next === undefined ? bug : `; ${next}`}`
  const others = errors.map((one) => `${one.path}: ${one.message}`).filter((line) => line !== message)
  return [first, ...others.map((line) => `  ${line}`)]
}

/** A system error, such as an unwritable file or a full disk, and not a bug. */
function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && 'code' in error
}
