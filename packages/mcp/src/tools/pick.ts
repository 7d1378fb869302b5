import { canTellApart } from '@palate/core/taste/verdict/preference-of-two.ts'
import { z } from 'zod'
import { findProfileId, profileInput } from '../find-profile.ts'
import { pictureInput } from '../pictures.ts'
import { textResult } from '../results.ts'
import { dimensionInput, scorePictures, thresholdLines } from '../score-pictures.ts'
import { lineOf, picturesPerCallMax } from './score.ts'
import { defineTool } from './tool.ts'

export const pickTool = defineTool({
  name: 'palate_pick',
  title: 'Rank variants',
  description:
    'Rank variants of the same thing, best first. Says when the best two cannot be told apart: then let the person choose with palate_ask.',
  scopes: ['score'],
  input: {
    pictures: z.array(pictureInput).min(2).max(picturesPerCallMax),
    profile: profileInput,
    dimension: dimensionInput,
  },
  async run({ pictures, profile, dimension = 'aesthetics' }, context) {
    const profileId = await findProfileId(context, profile)
    const { threshold, results: scored } = await scorePictures(context, profileId, pictures, dimension)
    const results = scored.toSorted((a, b) => (b.score ?? -1) - (a.score ?? -1))
    const [best, second] = results.flatMap(({ score }) => score ?? [])
    const tooClose = best !== undefined && second !== undefined && !canTellApart(best, second)
    const lines = results.map((result, place) => `${place + 1}. ${lineOf(result)}`)
    const notice = tooClose ? ['The best two cannot be told apart. Let the person choose with palate_ask.'] : []
    const texts = [...thresholdLines(dimension, threshold, results), ...notice, ...lines]
    return textResult(texts, { dimension, threshold, tooClose, results })
  },
})
