/** A project of an account. Frames of one project are invisible in another. */
export interface ProjectKey {
  readonly accountId: string
  readonly projectId: string
}
