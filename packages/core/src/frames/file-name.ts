import { nameCharactersMax } from '../fields.ts'

/**
 * The name of an uploaded file as it is stored and shown: without a path and without control and formatting characters
 * (which can reverse the displayed text), at most `nameCharactersMax` long. Undefined if nothing remains.
 */
export function cleanFileName(sent: string | undefined): string | undefined {
  const last = (sent ?? '').toWellFormed().split(/[/\\]/).at(-1) ?? ''
  const name = Array.from(last.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim())
    .slice(0, nameCharactersMax)
    .join('')
  return name === '' || name === '.' || name === '..' ? undefined : name
}
