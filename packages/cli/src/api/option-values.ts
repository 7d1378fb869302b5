import { InvalidArgumentError } from 'commander'

/** For options that take a count. */
export function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(text)
}

/** For options that take comma-separated values. */
export function commaList(text: string): readonly string[] {
  return text.split(',').flatMap((part) => part.trim() || [])
}
