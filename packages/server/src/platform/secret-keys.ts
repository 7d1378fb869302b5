import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { ConfigError } from '../config/config-error.ts'
import { isSecretKey, secretKeyBytes } from '../config/secret-key.ts'

type Settings = Pick<Config, 'databaseUrl' | 'dataDir' | 'secretKey' | 'secretKeyOld'>

/**
 * The service's own keys, the current one first. They encrypt webhook secrets and sign addresses. The embedded store has
 * a key file next to it, which is created if no key is configured. With PostgreSQL there may be no key.
 */
export function openSecretKeys({ databaseUrl, dataDir, secretKey, secretKeyOld }: Settings): readonly string[] {
  const isEmbedded = databaseUrl === undefined
  const file = secretKeyFile(dataDir)
  if (isEmbedded && secretKey === undefined && !existsSync(file)) createKeyFile(file)
  const kept = isEmbedded && existsSync(file) ? readKeyFile(file) : undefined
  return [secretKey, kept, secretKeyOld].filter((key) => key !== undefined)
}

export function secretKeyFile(dataDir: string): string {
  return join(dataDir, 'secret-key')
}

/** Appears complete or not at all. If several processes start at once, one creates it and all use it. */
function createKeyFile(file: string): void {
  const partial = `${file}.${randomUUID()}`
  try {
    const content = `${randomBytes(secretKeyBytes).toString('base64')}\n`
    writeFileSync(partial, content, { mode: 0o600, flag: 'wx', flush: true })
    linkSync(partial, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(partial, { force: true })
  }
}

function readKeyFile(file: string): string {
  const key = readFileSync(file, 'utf8').trim()
  if (!isSecretKey(key)) throw new ConfigError(`${file} must contain ${secretKeyBytes} bytes in base64`)
  return key
}
