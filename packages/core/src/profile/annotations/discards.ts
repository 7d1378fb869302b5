/** How long discarded changes can be restored. */
export const discardKeptMinutes = 30
/** A profile keeps so many discards. A new one replaces the oldest. */
export const discardsPerProfileMax = 10
