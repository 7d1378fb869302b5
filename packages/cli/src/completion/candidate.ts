export interface Candidate {
  readonly text: string
  readonly description?: string
}
