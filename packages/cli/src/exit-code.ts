import { isAuthError } from '@palate/client'
import { ConfigError } from '@palate/server/config/config-error.ts'
import { NotSignedIn } from './api/connection/access.ts'
import { ScoreTooLow } from './api/score/gate/judge.ts'
import { UsageError } from './output.ts'

export const usageExitCode = 2

/** The exit code is 2 for wrong usage and also for a wrong configuration. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof ConfigError || error instanceof UsageError) return usageExitCode
  if (error instanceof ScoreTooLow) return 3
  return error instanceof NotSignedIn || isAuthError(error) ? 4 : 1
}
