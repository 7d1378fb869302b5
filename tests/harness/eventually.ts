import { vi } from 'vitest'

/** Long enough for a busy machine. A test that waits this long has failed. */
const timeout = 60_000

/** Repeats a check until it passes, and returns what it returns. For a single value `expect.poll` reads better. */
export function eventually<T>(check: () => T | Promise<T>, interval = 20): Promise<T> {
  return vi.waitFor(check, { timeout, interval })
}
