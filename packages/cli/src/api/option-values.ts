import { InvalidArgumentError } from 'commander'

/** For options that take a count. */
export function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(text)
}

/** For options that take how many to show. */
export function positiveWholeNumber(text: string): number {
  const value = wholeNumber(text)
  if (value === 0) throw new InvalidArgumentError('It must be 1 or more.')
  return value
}

/** For options that take a number of days. */
export function positiveNumber(text: string): number {
  const value = Number(text)
  if (!(value > 0 && value < Number.POSITIVE_INFINITY)) throw new InvalidArgumentError('It must be more than 0.')
  return value
}

/** For options that take a score. */
export function scoreValue(text: string): number {
  const value = Number(text)
  if (text.trim() === '' || !(value >= 0 && value <= 1))
    throw new InvalidArgumentError('It must be a number from 0 to 1.')
  return value
}

/** For options that take the message of a commit. */
export function messageText(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It must not be empty.')
  return text
}

/** For options that take comma-separated values. */
export function commaList(text: string): readonly string[] {
  return text.split(',').flatMap((part) => part.trim() || [])
}
