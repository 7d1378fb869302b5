import { describeThreshold } from '@palate/core/taste/brief/describe-threshold.ts'
import { type Command, Option } from 'commander'
import { type Context, profileCommand, withClient } from '../api-command.ts'
import { type ApiOptions, findProfileId } from '../connection/client.ts'
import { scoreValue } from '../option-values.ts'
import { findStateIds } from '../score/subject.ts'

type ThresholdOptions = ApiOptions & { readonly dimension: string; readonly set?: number; readonly unset?: boolean }

export function thresholdCommand(): Command {
  return profileCommand('threshold', 'show, set or remove the score from which a picture passes', [
    'threshold',
    'threshold --set 0.6',
    'threshold --unset',
  ])
    .option('--dimension <name>', 'dimension of the threshold', 'aesthetics')
    .option('--set <score>', 'let pictures pass from this score on', scoreValue)
    .addOption(new Option('--unset', 'use the learned threshold again').conflicts('set'))
    .action(withClient(threshold))
}

async function threshold({ palate, options, show }: Context<ThresholdOptions>): Promise<void> {
  const { dimension, set, unset } = options
  const id = await findProfileId(palate, options)
  if (set !== undefined) await palate.profiles.update(id, { thresholds: { [dimension]: { pass: set } } })
  if (unset) await palate.profiles.update(id, { thresholds: { [dimension]: null } })
  const found = await palate.profiles.threshold(id, { dimension, ...(await findStateIds(palate, id, options)) })
  show(found, () => [describeThreshold(found), `A score below ${found.fail} fails; scores in between need work.`])
}
