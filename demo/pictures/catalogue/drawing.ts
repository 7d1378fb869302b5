/** A picture of the library before it is drawn. */
export interface Drawing {
  readonly name: string
  readonly svg: () => string
  /** Screens have no grain. Everything else gets the grain of a photograph or a print. */
  readonly isScreen?: boolean
}
