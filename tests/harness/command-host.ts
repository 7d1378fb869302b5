import { Readable, Writable } from 'node:stream'
import { run } from '../../packages/cli/src/main.ts'
import type { CommandLine, Finished } from './command.ts'

/**
 * A process that runs one command line after the other: a new process for each would take most of its time to load the
 * program. Every run gets its own environment, folder, input and output.
 */
process.on('message', async (line: CommandLine) => process.send?.(await finish(line)))
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))

async function finish({ args, env, cwd, input }: CommandLine): Promise<Finished> {
  const printed = { stdout: '', stderr: '' }
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, env)
  process.chdir(cwd)
  replace('stdin', Readable.from([Buffer.from(input)]))
  replace('stdout', collect('stdout'))
  replace('stderr', collect('stderr'))
  process.exitCode = undefined
  const code = await new Promise<number>((resolve, reject) => {
    // Code that would not run after the end of a process must not have an effect here.
    process.exit = (exitCode = process.exitCode) => {
      resolve(Number(exitCode ?? 0))
      replace('stdout', new Writable({ write: (_chunk, _encoding, done) => done() }))
      replace('stderr', process.stdout)
      throw new Error('the command has ended')
    }
    run(['node', 'palate', ...args]).then(() => resolve(Number(process.exitCode ?? 0)), reject)
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeAllListeners(signal)
  return { code, ...printed }

  function collect(name: keyof typeof printed): Writable {
    return new Writable({
      decodeStrings: false,
      write(chunk, _encoding, done) {
        printed[name] += chunk
        done()
      },
    })
  }
}

function replace(name: 'stdin' | 'stdout' | 'stderr', stream: Readable | Writable): void {
  Object.defineProperty(process, name, { value: stream, configurable: true })
}
