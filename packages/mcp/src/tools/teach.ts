import { z } from 'zod'
import { ToolError } from '../context.ts'
import { findProfileId, profileInput } from '../find-profile.ts'
import { pictureInput, storePicture } from '../pictures.ts'
import { textResult } from '../results.ts'
import { dimensionInput } from '../score-pictures.ts'
import { picturesPerCallMax } from './score.ts'
import { defineTool } from './tool.ts'

const quoteCharactersMax = 1000
const judged = z.array(pictureInput).max(picturesPerCallMax).optional()

export const quoteInput = z.string().trim().min(1).max(quoteCharactersMax)

export const teachTool = defineTool({
  name: 'palate_teach',
  title: 'Record what the person said',
  description:
    'Record that the person called pictures good or bad, with a quote of their words. Never your own opinion. The person reviews and commits it.',
  scopes: ['teach'],
  teaches: true,
  input: z.object({
    good: judged,
    bad: judged,
    quote: quoteInput.describe('What the person said, in their words'),
    profile: profileInput,
    dimension: dimensionInput,
  }),
  async run({ good = [], bad = [], quote, profile, dimension }, context) {
    if (good.length + bad.length === 0) throw new ToolError('Pass the pictures that the person called good or bad.')
    const { palate } = context
    const profileId = await findProfileId(context, profile)
    const { projectId } = await palate.profiles.get(profileId, { snapshots: 'omit' })
    const labels = [
      ...good.map((name) => ({ name, label: 'good' as const })),
      ...bad.map((name) => ({ name, label: 'bad' as const })),
    ]
    const exemplars = []
    for (const { name, label } of labels) {
      const { url } = await storePicture(context, projectId, name)
      exemplars.push({ label, url, source: 'agent', quote, ...(dimension !== undefined && { dimension }) })
    }
    const { budget } = await palate.annotations.add(profileId, { exemplars })
    const left = budget.labels.total - budget.labels.used
    const said = `Recorded ${good.length} good and ${bad.length} bad, uncommitted. ${left} labels are left.`
    return textResult([said], { good: good.length, bad: bad.length, labelsLeft: left })
  },
})
