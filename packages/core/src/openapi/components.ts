import type { z } from 'zod'
import { AuditEntry } from '../audit/schema.ts'
import { Batch, BatchCounts, BatchRequest } from '../batches/schema.ts'
import * as boards from '../boards/schema.ts'
import { Success } from '../fields.ts'
import * as frames from '../frames/schema.ts'
import { Actor, CreatedKey, DayOfUse, KeyRecord, NewKey, Project, Rotation } from '../keys/schema.ts'
import { CreatedLogin, Login, LoginCode, LoginDecision, NewLogin } from '../logins/schema.ts'
import { operations } from '../operations.ts'
import { Invitation, InvitedPerson, ListedPerson, NewPerson, Person, PersonPatch } from '../people/schema.ts'
import { NewAnnotations, NewAsk } from '../profile/annotations/annotation-operations.ts'
import { MergeConflict, MergeRequest, MergeResolutions, ProfileDiff } from '../profile/history/history-operations.ts'
import * as profile from '../profile/schema.ts'
import * as transfer from '../profile/transfer.ts'
import { McpMessage, ServiceStatus } from '../service/schema.ts'
import {
  InvitedSignOn,
  Session,
  SessionCode,
  SessionKey,
  SignIn,
  SignInMethods,
  SignOnStart,
} from '../sessions/schema.ts'
import * as shares from '../shares/schema.ts'
import { Brief, BriefExample } from '../taste/brief/brief-schema.ts'
import * as diagnostics from '../taste/diagnostics-schema.ts'
import * as examples from '../taste/examples-schema.ts'
import { Explanation, ScoreReason } from '../taste/explanation-schema.ts'
import * as people from '../taste/people/team-schema.ts'
import * as preview from '../taste/preview-schema.ts'
import { Regions } from '../taste/regions/regions-schema.ts'
import { FrameReward, RewardRequest } from '../taste/reward/reward-schema.ts'
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
  RewardRequest,
  Frame,
  ExamplesRequest: examples.ExamplesRequest,
  PreviewRequest: preview.PreviewRequest,
  PreviewedMerge: preview.PreviewedMerge,
  BatchRequest,
  FrameChange: frames.FrameChange,
  NewWebhook: webhooks.NewWebhook,
  WebhookUpdate: webhooks.WebhookPatch,
  WebhookSecretRotation: webhooks.SecretRotation,
  DeadLetterFilter: webhooks.DeadLetterRange,
  DeliveryFilter: webhooks.DeliveryRange,
  NewBoard: boards.NewBoard,
  BoardPatch: boards.BoardPatch,
  NewShare: shares.NewShare,
  ShareReview: shares.NewReview,
  NewAlert,
  NewApiKey: NewKey,
  NewPerson,
  PersonUpdate: PersonPatch,
  ApiKeyRotation: Rotation,
  SignIn,
  InvitedSignOn,
  NewLogin,
  LoginDecision,
  LoginCode,
}

/** Response bodies and their parts. */
const replies: Schemas = {
  Profile: profile.ProfileDocument,
  ProfileSummary: profile.ProfileSummary,
  ProfileList: operations.listProfiles.reply,
  UpdatedProfile: operations.updateProfile.reply,
  ProfileData: profile.ProfileData,
  ListedVersion: profile.ListedVersion,
  Branch: profile.Branch,
  Version: profile.Version,
  HistoryEntry: profile.HistoryEntry,
  HistoryEntryWithSnapshot: operations.getVersion.reply,
  VersionAuthor: profile.VersionAuthor,
  VersionChanges: profile.VersionChanges,
  VersionList: operations.listVersions.reply,
  Snapshot: profile.Snapshot,
  EffectiveSnapshot: profile.EffectiveSnapshot,
  ProfileDiff,
  ConstraintDiff: ProfileDiff.shape.constraints,
  ExemplarDiff: ProfileDiff.shape.exemplars,
  ComparisonDiff: ProfileDiff.shape.comparisons,
  MergeResult: operations.mergeBranches.reply,
  MergeConflict,
  AddedAnnotations: operations.addAnnotations.reply,
  RemovedAnnotation: operations.removeAnnotation.reply,
  DiscardedAnnotations: operations.discardAnnotations.reply,
  RestoredDiscard: operations.restoreDiscard.reply,
  Ask: operations.createAsk.reply,
  ScoreResponse: operations.scoreFrames.reply,
  RewardResponse: operations.rewardFrames.reply,
  FrameReward,
  FrameScore,
  FrameError,
  Explanation,
  ScoreReason,
  Verdict,
  Regions,
  Threshold,
  DimensionThreshold: operations.getThreshold.reply,
  Brief,
  BriefExample,
  Dimension,
  DimensionList: operations.listDimensions.reply,
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
  Suggestions: operations.suggestJudgements.reply,
  Suggestion,
  SuggestedFrame,
  ProfilePeople: operations.listProfilePeople.reply,
  PersonTaste: people.PersonTaste,
  PersonPair: people.PersonPair,
  Disagreements: operations.listDisagreements.reply,
  JudgedPictureVotes: people.JudgedPictureVotes,
  LikelyDisagreement: people.LikelyDisagreement,
  Preview: preview.Preview,
  PreviewedState: preview.PreviewedState,
  PreviewedFrame: preview.PreviewedFrame,
  RefreshResult: operations.refreshProfile.reply,
  Batch,
  BatchCounts,
  BatchList: operations.listBatches.reply,
  LibraryFrame: frames.LibraryFrame,
  DeletedFrame: frames.DeletedFrame,
  Board: boards.Board,
  BoardSummary: boards.BoardSummary,
  BoardList: operations.listBoards.reply,
  Share: shares.Share,
  CreatedShare: shares.CreatedShare,
  ShareWithAnswers: shares.ShareWithAnswers,
  ShareList: operations.listShares.reply,
  SharedPicture: shares.SharedPicture,
  ShareAnswer: shares.ShareAnswer,
  ShareReviewer: shares.Reviewer,
  LibraryFrameList: operations.listFrames.reply,
  ChangedFrames: operations.updateFrames.reply,
  ProfilePicture: frames.ProfilePicture,
  ProfilePictureList: operations.listPictures.reply,
  RecentFrame: frames.RecentFrame,
  RecentFrameList: operations.listRecentFrames.reply,
  SimilarFrame: frames.SimilarFrame,
  SimilarFrameList: operations.listSimilarFrames.reply,
  FrameStack: frames.FrameStack,
  FrameStackList: operations.listFrameStacks.reply,
  Webhook: webhooks.Webhook,
  CreatedWebhook: webhooks.WebhookWithSecret,
  WebhookList: operations.listWebhooks.reply,
  Delivery: webhooks.Delivery,
  DeliveryAttempt: webhooks.DeliveryAttempt,
  DeliveryWithEvent: webhooks.DeliveryWithEvent,
  DeliveryList: operations.listDeliveries.reply,
  DeadLetter: webhooks.DeadLetter,
  DeadLetterList: operations.listDeadLetters.reply,
  ReplayedDeliveries: operations.replayDeliveries.reply,
  ReplayedDeadLetters: operations.replayDeadLetters.reply,
  Event: EventRecord,
  EventList: operations.listEvents.reply,
  EventType: webhooks.EventTypeRecord,
  EventTypeList: operations.listEventTypes.reply,
  Alert,
  AlertList: operations.listAlerts.reply,
  ApiKey: KeyRecord,
  CreatedApiKey: CreatedKey,
  ApiKeyUsage: operations.getKeyUsage.reply,
  DayOfUse,
  ApiKeyList: operations.listKeys.reply,
  AuditEntry,
  Actor,
  AuditTarget: AuditEntry.shape.target,
  AuditList: operations.listAudit.reply,
  Project,
  ProjectList: operations.listProjects.reply,
  Person,
  ListedPerson,
  PersonList: operations.listPeople.reply,
  InvitedPerson,
  Invitation,
  Session,
  SessionCode,
  SessionKey,
  SignInMethods,
  SignOnStart,
  CreatedLogin,
  Login,
  Success,
  Health: operations.health.reply,
  Readiness: operations.readiness.reply,
  ServiceStatus,
  ApiDescription: operations.apiDescription.reply,
  Problem,
  InputError,
}

/** The names of schemas in the API description, by the side on which they are used. */
export const componentSchemas = { input: { ...shared, ...requests }, output: { ...shared, ...replies } }
