/** A picture of the library before it is drawn. */
export interface Drawing {
  readonly name: string
  readonly svg: () => string
  /** Screens stay as they are. All else gets the grain of a photograph or a print. */
  readonly isScreen?: boolean
}
