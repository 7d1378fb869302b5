import { printable } from '../packages/cli/src/printable.ts'

export interface Inputs {
  readonly url: string
  readonly key: string
  readonly token: string
  readonly profile: string | undefined
  readonly branch: string | undefined
  readonly versionId: string | undefined
  readonly files: readonly string[]
  /** Not a number if it is none. */
  readonly min: number | undefined
  readonly allowClose: boolean
  readonly baseline: string | undefined
  readonly junit: string | undefined
  readonly sarif: string | undefined
}

/** Takes the inputs out of the environment, so that no other program sees the key. */
export function readInputs(env = process.env): Inputs {
  const take = (name: string) => {
    const variable = `INPUT_${name.toUpperCase()}`
    const value = env[variable]?.trim() ?? ''
    delete env[variable]
    return value
  }
  const optional = (name: string) => take(name) || undefined
  const min = optional('min')
  return {
    url: take('url'),
    key: take('key'),
    token: take('token'),
    profile: optional('profile'),
    branch: optional('branch'),
    versionId: optional('profile-version'),
    files: take('files')
      .split('\n')
      .flatMap((line) => line.trim() || []),
    min: min === undefined ? undefined : Number(min),
    allowClose: take('allow-close') === 'true',
    baseline: optional('baseline'),
    junit: optional('junit'),
    sarif: optional('sarif'),
  }
}

/** An annotation of the whole run. */
export function annotateRun(level: 'notice' | 'warning' | 'error', message: string): void {
  const text = message.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
  process.stdout.write(`::${level}::${printable(text)}\n`)
}
