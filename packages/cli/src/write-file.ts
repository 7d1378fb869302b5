import { writeFileSync } from 'node:fs'
import { CommandError } from './output.ts'

/** Writes a file that the user has named. */
export function writeFile(file: string, text: string): void {
  try {
    writeFileSync(file, text)
  } catch (error) {
    throw new CommandError(`cannot write ${file}: ${(error as Error).message}`)
  }
}
