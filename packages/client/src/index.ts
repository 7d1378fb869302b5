export type * from './api-types.ts'
export type { BatchLine, ErrorLine } from './batch-stream.ts'
export { type ClientErrorCode, type ErrorCode, isAuthError, isNotFound, isPalateError, PalateError } from './error.ts'
export type { TailOptions } from './event-stream.ts'
export type { BranchOptions, CommitOptions, Decision, RollbackOptions } from './history.ts'
export {
  type AfterRefusal,
  isTransientError,
  JudgementQueue,
  type JudgementQueueOptions,
  type JudgementQueueState,
  type JudgementStorage,
} from './judgement-queue.ts'
export type { List } from './list.ts'
export type { CallOptions, ClientOptions } from './options.ts'
export { Palate } from './palate.ts'
export type { FrameScores, ScoreLine, ScoresOf, WithDimensions } from './score-types.ts'
export type { Picture, UploadOptions } from './upload.ts'
export { type VerifyOptions, verifyWebhook } from './verify-webhook.ts'
