/** A condition for this process to accept requests. */
export interface ReadinessCheck {
  /** Names the check in the response of `/readyz`. */
  readonly name: string
  /** The reason why the process is not ready, suitable for the public; undefined if all is well. Never rejects. */
  readonly check: () => Promise<string | undefined>
  readonly concerns: Concern
}

/**
 * What a failed check means for a balancer. `process`: another process may do better. `dependency`: every process has the
 * same failure, such as a database that is down. `part`: some requests fail, so the process stays ready.
 */
export type Concern = 'process' | 'dependency' | 'part'

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

interface Failure {
  readonly name: string
  readonly reason: string
  readonly concerns: Concern
}

export async function findFailures(checks: readonly ReadinessCheck[]): Promise<readonly Failure[]> {
  const results = await Promise.all(checks.map(async (one) => ({ ...one, reason: await one.check() })))
  return results.flatMap(({ name, reason, concerns }) => (reason === undefined ? [] : [{ name, reason, concerns }]))
}

/** The reasons by the names of the checks. */
export function reasonsOf(failures: readonly Failure[]): Readonly<Record<string, string>> {
  return Object.fromEntries(failures.map(({ name, reason }) => [name, reason]))
}
