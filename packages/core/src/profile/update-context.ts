import type { EffectiveOverride, Profile, Snapshot, VersionSummary } from './schema.ts'

/** The stored data that a PATCH is checked against. */
export interface UpdateContext {
  readonly profile: Profile
  /** At least the versions and snapshots that `requiredVersions` names. */
  readonly versions: ReadonlyMap<string, VersionSummary>
  readonly snapshots: ReadonlyMap<string, Snapshot>
  /** Effective snapshots that the service may have sent to the client; needed only if the PATCH sends one. */
  readonly shown: readonly ShownSnapshot[]
}

export type ShownSnapshot = { readonly [Member in keyof EffectiveOverride]: unknown }
