import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { describeBytes } from '@palate/core/generic/bytes.ts'
import { createObjectStore } from '@palate/server/bucket/object-store.ts'
import type { Config } from '@palate/server/config/config.ts'
import { findDamage, inspectStore } from '@palate/server/store/backup/inspect.ts'
import { freeBytesIn } from '@palate/server/store/disk/disk-reserve.ts'
import { askReadiness } from './health.ts'
import { messageOf } from './store.ts'

/** The check fails with less free space: a store of a few profiles with pictures takes more. */
const roomBytesMin = 100 * 1024 * 1024
const bucketMsMax = 10_000
/** Leases of 10 s and more compare the clocks of machines. */
const clockSkewMsMax = 2_000

interface Check {
  readonly name: string
  /** Resolves with the finding. Rejects with the problem and what to do about it. */
  readonly check: (config: Config) => Promise<string>
}

/** In the order of their lines. */
export const checks: readonly Check[] = [
  { name: 'data directory', check: checkDataDirectory },
  { name: 'store', check: checkStore },
  { name: 'accounts', check: checkAccounts },
  { name: 'pictures', check: checkPictures },
  { name: 'models', check: checkModels },
  { name: 'address', check: checkAddress },
]

async function checkDataDirectory({ dataDir }: Config): Promise<string> {
  // The start creates the directory.
  let directory = resolve(dataDir)
  while (!existsSync(directory)) directory = dirname(directory)
  const freeBytes = freeBytesIn(directory)
  const another = 'set PALATE_DATA_DIR to another directory'
  if (freeBytes < roomBytesMin) {
    throw new Error(`${resolve(dataDir)} has only ${describeBytes(freeBytes)} free: free some space, or ${another}`)
  }
  const probe = join(directory, `.palate-doctor-${process.pid}`)
  await writeFile(probe, 'x').catch(({ code }: NodeJS.ErrnoException) => {
    throw new Error(`cannot write to ${directory} (${code}): fix its permissions, or ${another}`)
  })
  await rm(probe)
  return `${resolve(dataDir)}, ${describeBytes(freeBytes)} free`
}

async function checkStore(config: Config): Promise<string> {
  const variable = config.databaseUrl === undefined ? 'PALATE_DATA_DIR' : 'DATABASE_URL'
  const { applied, pending, incompatible, clockSkewMs, writeError } = await inspectStore(config).catch(
    (error: unknown) => {
      throw new Error(`cannot be opened (${messageOf(error)}): check ${variable}`)
    },
  )
  const damage = config.databaseUrl === undefined && applied.length > 0 ? damageOf(config.dataDir) : undefined
  if (damage !== undefined) throw new Error(`is damaged (${damage}): restore a backup into another directory`)
  if (incompatible.length > 0) {
    throw new Error(`written by a newer Palate (it has ${incompatible.join(', ')}): upgrade Palate`)
  }
  if (writeError !== undefined) {
    throw new Error(
      `can be read and not written (${messageOf(writeError)}): is it a replica, or does the user lack rights?`,
    )
  }
  if (Math.abs(clockSkewMs) > clockSkewMsMax) {
    throw new Error(`the clock of PostgreSQL differs by ${Math.round(clockSkewMs)} ms: synchronize both machines (NTP)`)
  }
  const kind = config.databaseUrl === undefined ? 'SQLite' : 'PostgreSQL'
  if (applied.length === 0) return `${kind}, empty: the first start creates the tables`
  return pending.length === 0 ? `${kind}, up to date` : `${kind}, the next start applies ${pending.join(', ')}`
}

function damageOf(dataDir: string): string | undefined {
  try {
    return findDamage(dataDir)
  } catch (error) {
    return messageOf(error)
  }
}

async function checkAccounts(config: Config): Promise<string> {
  const { largestAccount } = await inspectStore(config).catch((error: unknown) => {
    throw new Error(`the store cannot be opened (${messageOf(error)})`)
  })
  const { accountBytesMax } = config
  const limit = Number.isFinite(accountBytesMax) ? `of ${describeBytes(accountBytesMax)}` : 'without a limit'
  if (!largestAccount) return 'no stored data'
  const { name, bytes } = largestAccount
  if (bytes >= accountBytesMax) {
    throw new Error(
      `${JSON.stringify(name)} uses ${describeBytes(bytes)} ${limit}: delete frames or profiles, or raise PALATE_ACCOUNT_BYTES`,
    )
  }
  return `the largest, ${JSON.stringify(name)}, uses ${describeBytes(bytes)} ${limit}`
}

async function checkPictures(config: Config): Promise<string> {
  const { home, check } = createObjectStore(config)
  if (home === undefined) return config.databaseUrl === undefined ? 'in the data directory' : 'in PostgreSQL'
  const failed = await check(home, { attempts: 1, signal: AbortSignal.timeout(bucketMsMax) })
  if (failed) throw new Error(`${home} cannot be used (${failed.reason}): check PALATE_FRAMES_URL`)
  return `in ${home}, which accepts objects`
}

async function checkModels(config: Config): Promise<string> {
  // On demand, as in serve.ts.
  const { tryModels } = await import('@palate/server/main.ts')
  const id = await tryModels(config).catch((error: unknown) => {
    throw new Error(`the embedder cannot be used (${messageOf(error)}): check PALATE_EMBEDDER`)
  })
  return `${id}, scored a built-in picture`
}

async function checkAddress({ host, port }: Config): Promise<string> {
  const code = await new Promise<string | undefined>((settle) => {
    const server = createServer().once('error', (error: NodeJS.ErrnoException) => settle(error.code ?? error.message))
    server.listen(port, host, () => server.close(() => settle(undefined)))
  })
  if (code === undefined) return `${host}:${port} is free`
  const another = 'set PALATE_HOST and PALATE_PORT to another address'
  if (code !== 'EADDRINUSE') throw new Error(`${host}:${port} cannot be used (${code}): ${another}`)
  const answer = await askReadiness({ host, port })
  if (answer.status === 'ready') return `${host}:${port} is in use by a Palate that is ready`
  if (answer.detail !== undefined) throw new Error(`the Palate on ${host}:${port} is not ready: ${answer.detail}`)
  throw new Error(`${host}:${port} is used by another program: stop it, or ${another}`)
}
