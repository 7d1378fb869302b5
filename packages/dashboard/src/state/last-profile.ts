import { createExternalStore } from './external-store.ts'

/** The profile that was open last, for pages that need one and are reached without it. */
export const lastProfile = createExternalStore<string | undefined>(undefined)
