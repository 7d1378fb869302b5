import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CommandError } from '../output.ts'

/** Lets the user edit a text in `$VISUAL` or `$EDITOR`, as git does. The terminal must be interactive. */
export function editText(text: string, name: string, env: NodeJS.ProcessEnv = process.env): string {
  const editor = env.VISUAL || env.EDITOR || (process.platform === 'win32' ? 'notepad' : 'vi')
  const folder = mkdtempSync(join(tmpdir(), 'palate-'))
  try {
    const file = join(folder, name)
    writeFileSync(file, text)
    // Standard output may be a pipe, and is for data.
    const { status, error } = run(editor, file, ['inherit', 2, 'inherit'])
    if (error || status !== 0) {
      throw new CommandError(
        `the editor failed: ${editor} (${error?.message ?? `exit code ${status}`}); pass -m MESSAGE`,
      )
    }
    return readFileSync(file, 'utf8')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The variable may contain arguments, as in `code --wait`, so that a shell has to read it. */
function run(editor: string, file: string, stdio: ('inherit' | number)[]) {
  if (process.platform === 'win32') return spawnSync(`${editor} "${file}"`, { stdio, shell: true })
  return spawnSync('/bin/sh', ['-c', `${editor} "$@"`, editor, file], { stdio })
}
