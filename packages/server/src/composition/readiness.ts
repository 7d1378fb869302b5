/** Something that must be in order before this process takes requests. */
export interface ReadinessCheck {
  /** Names the check in the answer of `/readyz`. */
  readonly name: string
  /** The reason why the process is not ready, fit for strangers to read; undefined if all is well. Never rejects. */
  readonly check: () => Promise<string | undefined>
}

/** The checks that fail, by name, each with its reason. */
export async function failedChecks(checks: readonly ReadinessCheck[]): Promise<Readonly<Record<string, string>>> {
  const reasons = await Promise.all(checks.map(async ({ name, check }) => [name, await check()] as const))
  return Object.fromEntries(reasons.filter((entry): entry is [string, string] => entry[1] !== undefined))
}
