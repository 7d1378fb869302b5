import type { Palate } from '@palate/client'
import type { Command } from 'commander'
import { UsageError } from '../../output.ts'

export interface DimensionOptions {
  readonly dimension?: string
  readonly newDimension?: boolean
}

export function withDimension(command: Command, description = 'dimension to teach (default: aesthetics)'): Command {
  return command
    .option('--dimension <name>', description)
    .option('--new-dimension', 'add this dimension to the profile')
}

/** Prevents a mistyped name from adding a dimension. */
export async function requireDimension(
  palate: Palate,
  profileId: string,
  { dimension, newDimension }: DimensionOptions,
): Promise<void> {
  if (dimension === undefined || newDimension) return
  const { dimensions } = await palate.dimensions({ profile_id: profileId })
  const known = dimensions.flatMap(({ name, kind }) => (kind === 'learned' ? [name] : []))
  if (known.includes(dimension)) return
  const has = `the profile has no dimension ${JSON.stringify(dimension)} to teach, only ${known.join(', ')}`
  throw new UsageError(`${has}; to add it, also pass --new-dimension`)
}
