import type { z } from 'zod'
import { AuditActor, AuditEntry } from '../audit/schema.ts'
import { Batch, BatchCounts, BatchRequest } from '../batches/schema.ts'
import { Success } from '../fields.ts'
import * as frames from '../frames/schema.ts'
import { CreatedKey, DayOfUse, KeyRecord, NewKey, Project, Rotation } from '../keys/schema.ts'
import { NewAnnotations, NewAsk } from '../profile/annotations/annotation-route-schemas.ts'
import { MergeConflict, MergeRequest, MergeResolutions, ProfileDiff } from '../profile/history/history-route-schemas.ts'
import * as profile from '../profile/schema.ts'
import * as transfer from '../profile/transfer.ts'
import { routeSchemas } from '../route-schemas.ts'
import { McpMessage, ServiceStatus } from '../service/schema.ts'
import { Session, SessionCode, SessionKey, SignIn } from '../sessions/schema.ts'
import * as shares from '../shares/schema.ts'
import { Brief, BriefExample } from '../taste/brief/brief-schema.ts'
import * as diagnostics from '../taste/diagnostics-schema.ts'
import * as examples from '../taste/examples-schema.ts'
import { Explanation, ScoreReason } from '../taste/explanation-schema.ts'
import * as preview from '../taste/preview-schema.ts'
import { Dimension, Frame, FrameError, FrameScore, ScoreRequest } from '../taste/scoring-schema.ts'
import { SuggestedFrame, Suggestion } from '../taste/suggestions-schema.ts'
import { Threshold, Verdict } from '../taste/verdict/threshold-schema.ts'
import { Alert, NewAlert } from '../webhooks/alerts.ts'
import { EventName, EventRecord } from '../webhooks/events.ts'
import * as webhooks from '../webhooks/schema.ts'
import { InputError, Problem } from './problem-schema.ts'

type Schemas = Readonly<Record<string, z.ZodType>>

/** Schemas that clients both send and receive. */
const shared: Schemas = {
  Constraint: profile.Constraint,
  Exemplar: profile.Exemplar,
  Comparison: profile.Comparison,
  FrameReference: profile.FrameRef,
  LatentScores: profile.LatentScores,
  WorkingChanges: profile.WorkingChanges,
  Budget: profile.Budget,
  BudgetCounter: profile.BudgetCounter,
  SetThreshold: profile.SetThreshold,
  SetThresholds: profile.Thresholds,
  PartialSnapshot: profile.SentSnapshot,
  PartialEffectiveSnapshot: profile.EffectiveOverride,
  ProfileExport: transfer.ProfileExport,
  ExportedProfileData: transfer.ExportedProfileData,
  ExportedBranch: transfer.ExportedBranch,
  ExportedVersion: transfer.ExportedVersion,
  EventName,
  McpMessage,
}

/** Request bodies and their parts. */
const requests: Schemas = {
  NewProfile: profile.NewProfile,
  ProfileUpdate: profile.ProfilePatch,
  ProfileDataUpdate: profile.ProfileDataPatch,
  BranchUpdate: profile.SentBranch,
  NewVersion: profile.SentVersion,
  WorkingChangesUpdate: profile.SentWorkingChanges,
  BudgetUpdate: profile.SentBudget,
  BudgetCounterUpdate: profile.SentBudgetCounter,
  MergeRequest,
  MergeResolutions,
  NewAnnotations,
  NewAsk,
  ScoreRequest,
  Frame,
  ExamplesRequest: examples.ExamplesRequest,
  PreviewRequest: preview.PreviewRequest,
  PreviewedMerge: preview.PreviewedMerge,
  BatchRequest,
  TagChange: frames.Tagging,
  NewWebhook: webhooks.NewWebhook,
  WebhookUpdate: webhooks.WebhookPatch,
  WebhookSecretRotation: webhooks.SecretRotation,
  DeadLetterFilter: webhooks.DeadLetterRange,
  DeliveryFilter: webhooks.DeliveryRange,
  NewShare: shares.NewShare,
  NewAlert,
  NewApiKey: NewKey,
  ApiKeyRotation: Rotation,
  SignIn,
}

/** Response bodies and their parts. */
const replies: Schemas = {
  Profile: profile.ProfileDocument,
  ProfileSummary: profile.ProfileSummary,
  ProfileList: routeSchemas.listProfiles.reply,
  UpdatedProfile: routeSchemas.updateProfile.reply,
  ProfileData: profile.ProfileData,
  ListedVersion: profile.ListedVersion,
  Branch: profile.Branch,
  Version: profile.Version,
  HistoryEntry: profile.HistoryEntry,
  HistoryEntryWithSnapshot: routeSchemas.getVersion.reply,
  VersionAuthor: profile.VersionAuthor,
  VersionChanges: profile.VersionChanges,
  VersionList: routeSchemas.listVersions.reply,
  Snapshot: profile.Snapshot,
  EffectiveSnapshot: profile.EffectiveSnapshot,
  ProfileDiff,
  ConstraintDiff: ProfileDiff.shape.constraints,
  ExemplarDiff: ProfileDiff.shape.exemplars,
  ComparisonDiff: ProfileDiff.shape.comparisons,
  MergeResult: routeSchemas.mergeBranches.reply,
  MergeConflict,
  AddedAnnotations: routeSchemas.addAnnotations.reply,
  RemovedAnnotation: routeSchemas.removeAnnotation.reply,
  Ask: routeSchemas.createAsk.reply,
  ScoreResponse: routeSchemas.scoreFrames.reply,
  FrameScore,
  FrameError,
  Explanation,
  ScoreReason,
  Verdict,
  Threshold,
  DimensionThreshold: routeSchemas.getThreshold.reply,
  Brief,
  BriefExample,
  Dimension,
  DimensionList: routeSchemas.listDimensions.reply,
  Diagnostics: diagnostics.Diagnostics,
  DimensionDiagnostics: diagnostics.DimensionDiagnostics,
  Consistency: diagnostics.Consistency,
  Contradiction: diagnostics.Contradiction,
  UnderstoodAnswer: diagnostics.UnderstoodAnswer,
  Tendencies: diagnostics.Tendencies,
  AttributeTendency: diagnostics.AttributeTendency,
  AttributeWish: diagnostics.AttributeWish,
  UnusableElement: diagnostics.UnusableElement,
  ExampleList: examples.ExampleList,
  LabelledExample: examples.LabelledExample,
  Suggestions: routeSchemas.suggestJudgements.reply,
  Suggestion,
  SuggestedFrame,
  Preview: preview.Preview,
  PreviewedState: preview.PreviewedState,
  PreviewedFrame: preview.PreviewedFrame,
  RefreshResult: routeSchemas.refreshProfile.reply,
  Batch,
  BatchCounts,
  BatchList: routeSchemas.listBatches.reply,
  LibraryFrame: frames.LibraryFrame,
  Share: shares.Share,
  CreatedShare: shares.CreatedShare,
  ShareWithAnswers: shares.ShareWithAnswers,
  ShareList: routeSchemas.listShares.reply,
  SharedPicture: shares.SharedPicture,
  ShareAnswer: shares.ShareAnswer,
  LibraryFrameList: routeSchemas.listFrames.reply,
  TaggedFrames: routeSchemas.tagFrames.reply,
  ProfilePicture: frames.ProfilePicture,
  ProfilePictureList: routeSchemas.listPictures.reply,
  RecentFrame: frames.RecentFrame,
  RecentFrameList: routeSchemas.listRecentFrames.reply,
  Webhook: webhooks.Webhook,
  CreatedWebhook: webhooks.WebhookWithSecret,
  WebhookList: routeSchemas.listWebhooks.reply,
  Delivery: webhooks.Delivery,
  DeliveryAttempt: webhooks.DeliveryAttempt,
  DeliveryWithEvent: webhooks.DeliveryWithEvent,
  DeliveryList: routeSchemas.listDeliveries.reply,
  DeadLetter: webhooks.DeadLetter,
  DeadLetterList: routeSchemas.listDeadLetters.reply,
  ReplayedDeliveries: routeSchemas.replayDeliveries.reply,
  ReplayedDeadLetters: routeSchemas.replayDeadLetters.reply,
  Event: EventRecord,
  EventList: routeSchemas.listEvents.reply,
  EventType: webhooks.EventTypeRecord,
  EventTypeList: routeSchemas.listEventTypes.reply,
  Alert,
  AlertList: routeSchemas.listAlerts.reply,
  ApiKey: KeyRecord,
  CreatedApiKey: CreatedKey,
  ApiKeyUsage: routeSchemas.getKeyUsage.reply,
  DayOfUse,
  ApiKeyList: routeSchemas.listKeys.reply,
  AuditEntry,
  AuditActor,
  AuditTarget: AuditEntry.shape.target,
  AuditList: routeSchemas.listAudit.reply,
  Project,
  ProjectList: routeSchemas.listProjects.reply,
  Session,
  SessionCode,
  SessionKey,
  Success,
  Health: routeSchemas.health.reply,
  Readiness: routeSchemas.readiness.reply,
  ServiceStatus,
  ApiDescription: routeSchemas.apiDescription.reply,
  Problem,
  InputError,
}

/** The names of schemas in the API description, by the side on which they are used. */
export const componentSchemas = { input: { ...shared, ...requests }, output: { ...shared, ...replies } }
