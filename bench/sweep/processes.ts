import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Env } from '../../tests/harness/home.ts'

const program = fileURLToPath(new URL('worker-process.ts', import.meta.url))

export interface Running {
  readonly child: ChildProcess
  readonly address: string
}

export async function run(role: 'api' | 'worker' | 'both', env: Env): Promise<Running> {
  const child = fork(program, [role], { env })
  const [{ address }] = (await once(child, 'message')) as [{ address: string }]
  return { child, address }
}

export async function stop({ child }: Running): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}
