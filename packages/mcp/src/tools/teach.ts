import { z } from 'zod'
import { ToolError } from '../context.ts'
import { findProfileId, profileInput, requireDimension } from '../find-profile.ts'
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
  input: {
    good: judged,
    bad: judged,
    quote: quoteInput.describe('What the person said, in their words'),
    profile: profileInput,
    dimension: dimensionInput,
  },
  async run({ good = [], bad = [], quote, profile, dimension }, context) {
    if (good.length + bad.length === 0) throw new ToolError('Pass the pictures that the person called good or bad.')
    const contradicted = good.find((name) => bad.includes(name))
    if (contradicted !== undefined) throw bothWays(contradicted)
    const { palate } = context
    const profileId = await findProfileId(context, profile)
    await requireDimension(context, profileId, dimension)
    const { projectId } = await palate.profiles.get(profileId, { snapshots: 'omit' })
    const labels = [
      ...good.map((name) => ({ name, label: 'good' as const })),
      ...bad.map((name) => ({ name, label: 'bad' as const })),
    ]
    const exemplars = []
    const judgedUrls = new Map<string, { readonly label: string; readonly name: string }>()
    for (const [index, { name: given, label }] of labels.entries()) {
      const { url, name } = await storePicture(context, projectId, given, index)
      // The same picture can have several names.
      if (judgedUrls.get(url) && judgedUrls.get(url)?.label !== label) throw bothWays(name)
      judgedUrls.set(url, { label, name })
      exemplars.push({ label, url, source: 'agent', quote, ...(dimension !== undefined && { dimension }) })
    }
    const stored = await palate.annotations.add(profileId, { exemplars })
    const nameOf = (id: string) =>
      judgedUrls.get(String(stored.exemplars.find((one) => one.id === id)?.url))?.name ?? id
    const replaced = stored.replaced.map(({ id, label, quote: words }) => ({
      picture: nameOf(id),
      label,
      quote: words,
    }))
    const { total, used } = stored.budget.labels
    const lines = [
      `Recorded ${good.length} good and ${bad.length} bad, uncommitted. ${total - used} labels are left.`,
      ...replaced.map(({ picture, label, quote: words }) => {
        const earlier = typeof words === 'string' ? ` (“${words}”)` : ''
        return `This replaces an earlier judgement: ${picture} was ${label}${earlier}.`
      }),
    ]
    return textResult(lines, { good: good.length, bad: bad.length, labelsLeft: total - used, replaced })
  },
})

function bothWays(picture: string): ToolError {
  return new ToolError(`${picture} is both good and bad. Ask the person which they mean. Nothing was recorded.`)
}
