import { writeFileSync } from 'node:fs'
import { CommandError } from './output.ts'

/** Writes a file that the user has named; `-` is standard output. */
export function writeFile(file: string, text: string): void {
  if (file === '-') {
    process.stdout.write(text)
    return
  }
  try {
    writeFileSync(file, text)
  } catch (error) {
    throw new CommandError(`cannot write ${file}: ${(error as Error).message}`)
  }
}
