import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { CommandError, UsageError } from '../output.ts'

export function isInteractive(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true
}

/** Without a terminal the command fails and names what to pass instead. */
export function requireTerminal(instead: string): void {
  if (!isInteractive()) throw new UsageError(`there is no terminal to ask on: ${instead}`)
}

export async function readStandardInput(): Promise<string> {
  return text(process.stdin)
}

/** Asks on the terminal. Without one the command fails and names what to pass instead. */
export function ask(question: string, instead: string): Promise<string> {
  return questionOn(process.stderr, question, instead)
}

/** The same without showing what is typed. */
export async function askSecret(question: string, instead: string): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  if (isInteractive()) process.stderr.write(question)
  const answer = await questionOn(nowhere, '', instead)
  process.stderr.write('\n')
  return answer
}

async function questionOn(output: NodeJS.WritableStream, question: string, instead: string): Promise<string> {
  requireTerminal(instead)
  const reader = createInterface({ input: process.stdin, output, terminal: true })
  try {
    return (await reader.question(question)).trim()
  } finally {
    reader.close()
  }
}

/** Asks for a yes; nothing is assumed. */
export async function confirm(question: string, isGiven: boolean | undefined): Promise<void> {
  if (isGiven) return
  const answer = await ask(`${question} Type yes: `, 'pass --yes')
  if (answer !== 'yes') throw new CommandError('nothing was changed')
}
