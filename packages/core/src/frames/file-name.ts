import { nameCharactersMax } from '../fields.ts'

/**
 * The name of an uploaded file as it is stored and shown: without a path, without control and formatting characters
 * (which can reverse what is shown), at most `nameCharactersMax` long. Undefined if nothing is left.
 */
export function cleanFileName(sent: string | undefined): string | undefined {
  const last = (sent ?? '').toWellFormed().split(/[/\\]/).at(-1) ?? ''
  const name = Array.from(last.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim())
    .slice(0, nameCharactersMax)
    .join('')
  return name === '' || name === '.' || name === '..' ? undefined : name
}
