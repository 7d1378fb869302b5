/** A condition for this process to accept requests. */
export interface ReadinessCheck {
  /** Names the check in the response of `/readyz`. */
  readonly name: string
  /** The reason why the process is not ready, suitable for the public; undefined if all is well. Never rejects. */
  readonly check: () => Promise<string | undefined>
}

/** `/readyz` may be requested often, by anyone. */
const resultKeptMs = 5_000

/** A check that costs something: its result is kept for some seconds. */
export function rarely(check: ReadinessCheck['check']): ReadinessCheck['check'] {
  let last: { readonly untilMs: number; readonly reason: Promise<string | undefined> } | undefined
  return async () => {
    if (!last || last.untilMs < performance.now()) {
      last = { untilMs: performance.now() + resultKeptMs, reason: check() }
    }
    return last.reason
  }
}

/** The failed checks by name, each with its reason. */
export async function failedChecks(checks: readonly ReadinessCheck[]): Promise<Readonly<Record<string, string>>> {
  const reasons = await Promise.all(checks.map(async ({ name, check }) => [name, await check()] as const))
  return Object.fromEntries(reasons.filter((entry): entry is [string, string] => entry[1] !== undefined))
}
