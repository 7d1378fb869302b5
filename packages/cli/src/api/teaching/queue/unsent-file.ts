import { readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { JudgementStorage } from '@palate/client/judgement-queue.ts'
import { removeState, statePath, writeState } from '../../../state-folder.ts'
import { readJson } from '../../connection/logins.ts'
import type { Judgement } from '../judgement.ts'

/** An unsent job: add a judgement, or remove it again. */
export interface Job {
  readonly kind: 'add' | 'take-back'
  readonly judgement: Judgement
}

/**
 * Stores the jobs of this process in a file, so that neither a lost connection nor the end of the process loses any.
 */
export class UnsentFile implements JudgementStorage<Job> {
  readonly #path: string

  constructor(profileId: string) {
    this.#path = statePath(`${prefixOf(profileId)}${process.pid}.json`)
  }

  /** If the file cannot be written, jobs are still sent. */
  write(jobs: readonly Job[]): void {
    try {
      if (jobs.length === 0) removeState(this.#path)
      else writeState(this.#path, jobs)
    } catch {}
  }

  /** Takes over the jobs that ended processes left, in order. */
  read(): readonly Job[] {
    const left = leftFiles(this.#path)
    const jobs = left.flatMap((path) => readJson<readonly Job[]>(path) ?? [])
    if (jobs.length > 0) this.write(jobs)
    for (const path of left) if (path !== this.#path) removeState(path)
    return jobs
  }
}

/** An earlier process may have had the same process id. */
function leftFiles(own: string): readonly string[] {
  const prefix = basename(own).replace(/\d+\.json$/, '')
  return namesIn(dirname(own))
    .filter((name) => name.startsWith(prefix) && /^\d+\.json$/.test(name.slice(prefix.length)))
    .filter((name) => join(dirname(own), name) === own || !isRunning(Number.parseInt(name.slice(prefix.length), 10)))
    .toSorted()
    .map((name) => join(dirname(own), name))
}

function prefixOf(profileId: string): string {
  return `unsent-${profileId.replaceAll(/[^\w-]/g, '_')}-`
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
