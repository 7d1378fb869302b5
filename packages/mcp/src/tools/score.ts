import { describeSplit } from '@palate/core/report/split.ts'
import { suitWords } from '@palate/core/report/verdict-words.ts'
import { z } from 'zod'
import { findProfileId, profileInput } from '../find-profile.ts'
import { pictureInput } from '../pictures.ts'
import { textResult } from '../results.ts'
import { dimensionInput, type Scored, scorePictures, thresholdLines } from '../score-pictures.ts'
import { defineTool } from './tool.ts'

export const picturesPerCallMax = 50

export const scoreTool = defineTool({
  name: 'palate_score',
  title: 'Score pictures',
  description:
    'Score what you made against the team’s taste. Returns for each picture a score from 0 to 1, pass, revise or fail, how it differs from what the team likes, and what to change. The same picture always gets the same score.',
  scopes: ['score'],
  input: {
    pictures: z.array(pictureInput).min(1).max(picturesPerCallMax),
    profile: profileInput,
    dimension: dimensionInput,
  },
  async run({ pictures, profile, dimension = 'aesthetics' }, context) {
    const profileId = await findProfileId(context, profile)
    const { threshold, results } = await scorePictures(context, profileId, pictures, dimension)
    const lines = [...thresholdLines(dimension, threshold, results), ...results.map(lineOf)]
    return textResult(lines, { dimension, threshold, results })
  },
})

/** Such as `0.41 fail (does not suit) hero.png: It is busier than what you like. → Show fewer elements (about +0.2)`. */
export function lineOf(scored: Scored): string {
  const { picture, score, verdict, certainty = 1, unsure = false, differences = [], suggestions = [], error } = scored
  if (score === null) return `not scored ${picture}: ${error}`
  const words = suitWords({ certainty, unsure }, verdict === 'pass')
  const decision = verdict === undefined ? '' : ` ${verdict} (${words})`
  const where = scored.region === undefined ? [] : [`What pulls it down: ${scored.region}.`]
  const split = scored.split ? [`${describeSplit(scored.split)} Ask them.`] : []
  const sentences = [...split, ...differences, ...where]
  const reasons = sentences.length > 0 ? `: ${sentences.join(' ')}` : ''
  const changes = suggestions.length > 0 ? ` → ${suggestions.join('; ')}` : ''
  return `${score.toFixed(2)}${decision} ${picture}${reasons}${changes}`
}
