import type { Palate } from '@palate/client'
import type { Scope } from '@palate/core/route.ts'

/** What the tools work with. */
export interface McpContext {
  /** A client with the caller's key. */
  readonly palate: Palate
  /** The scopes of that key. Undefined means all. */
  readonly scopes: readonly Scope[] | undefined
  /** The profile of calls that name none. */
  readonly profileId?: string | undefined
  /** The branch or version of that profile that its folder pins. */
  readonly pinned?: PinnedState | undefined
  /** Reads a picture that a call names by its path. Undefined if this process cannot read the agent's files. */
  readonly readPicture?: ((path: string) => Promise<Uint8Array<ArrayBuffer>>) | undefined
  /** The URL of the dashboard, for links. */
  readonly dashboardUrl: string
}

export interface PinnedState {
  readonly branch_id?: string
  readonly version_id?: string
}

/** Throws an error that says what to do if there is no login, or if the service cannot be reached. */
export type OpenContext = () => Promise<McpContext>

/** An error that the model can act on. The message says what to do. */
export class ToolError extends Error {}
