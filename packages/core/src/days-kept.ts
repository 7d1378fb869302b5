/** How many days things are kept, unless the operator has set other periods. */
export const daysKept = {
  /** Events and finished deliveries, with dead letters. */
  events: 30,
  audit: 90,
  /** The results of batches that have ended. */
  batches: 7,
  /** Frames after they were last scored: then their ids no longer lead to a picture. */
  seenFrames: 90,
  /** Features and thumbnails that nothing refers to. */
  features: 30,
  /** Shares that have ended, with their answers. */
  shares: 30,
} as const

export type DaysKept = { readonly [What in keyof typeof daysKept]: number }

/** For the API description. */
export function describeDaysKept(what: keyof DaysKept): string {
  return `${daysKept[what]} days, unless the operator of the service has set another period`
}
