import { readFileSync } from 'node:fs'
import { ConfigError } from './config-error.ts'

type Env = Readonly<Record<string, string | undefined>>

/**
 * The content of the file that `<name>_FILE` names, without line ends; undefined if that variable is not set. Messages
 * never repeat the variable's value: it may be the secret itself, set by mistake.
 */
export function readSecretFile(env: Env, name: string): string | undefined {
  const variable = fileVariable(name)
  const path = env[variable]
  if (!path) return undefined
  if (env[name]) throw new ConfigError(`set ${name} or ${variable}, not both`)
  const content = read(path, variable).replace(/[\r\n]+$/, '')
  if (content === '') throw new ConfigError(`${variable} must name a file that is not empty`)
  return content
}

export function fileVariable(name: string): string {
  return `${name}_FILE`
}

function read(path: string, variable: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new ConfigError(`${variable} must name a readable file (${(error as NodeJS.ErrnoException).code})`)
  }
}
