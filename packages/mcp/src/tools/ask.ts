import { type CallToolResult, inputRequired, inputResponse } from '@modelcontextprotocol/server'
import { frameIdOfUrl } from '@palate/core/frames/references.ts'
import { askedByAgent, askPath, type Choice } from '@palate/core/profile/asked-choice.ts'
import { z } from 'zod'
import { type McpContext, ToolError } from '../context.ts'
import { findProfileId, profileInput } from '../find-profile.ts'
import { type Picture, pictureInput, storePicture } from '../pictures.ts'
import { textResult } from '../results.ts'
import { dimensionInput } from '../score-pictures.ts'
import { defineTool } from './tool.ts'

const Answer = z.object({ choice: z.enum(['first', 'second', 'no difference']) })
/** The key of the question in a result that waits for its answer. */
const question = 'choice'

export const askTool = defineTool({
  name: 'palate_ask',
  title: 'Let the person choose',
  description:
    'Ask the person which of two pictures suits better and record the choice. Use it when palate_pick cannot tell two apart. Returns the choice, or a link for the person.',
  scopes: ['teach'],
  teaches: true,
  input: z.object({ first: pictureInput, second: pictureInput, profile: profileInput, dimension: dimensionInput }),
  async run({ first, second, profile, dimension }, context, { canAsk, answers }) {
    const profileId = await findProfileId(context, profile)
    const { projectId } = await context.palate.profiles.get(profileId, { snapshots: 'omit' })
    const pair: Pair = [await storePicture(context, projectId, first), await storePicture(context, projectId, second)]
    if (pair[0].url === pair[1].url) throw new ToolError('These are the same picture. Pass two different ones.')
    const asked = { profileId, pair, dimension }
    const path = askPath({ profileId, first: pair[0].url, second: pair[1].url, dimension, source: 'agent' })
    const link = `${context.dashboardUrl.replace(/\/+$/, '')}${path}`
    if (!canAsk) return textResult([`Give the person this link. The page records their choice: ${link}`], { link })
    const answer = inputResponse(answers, question)
    if (answer.kind !== 'elicit') {
      const message = `Which suits better, ${pair[0].name} (first) or ${pair[1].name} (second)? See both: ${link}`
      return inputRequired({
        inputRequests: { [question]: inputRequired.elicit({ message, requestedSchema: Answer }) },
      })
    }
    const chosen = Answer.safeParse(answer.content)
    if (answer.action === 'accept' && chosen.success) return record(context, asked, chosen.data.choice)
    return textResult(['The person did not choose. Nothing was recorded.'], { choice: null })
  },
})

type Pair = readonly [first: Picture, second: Picture]

interface Asked {
  readonly profileId: string
  readonly pair: Pair
  readonly dimension: string | undefined
}

async function record(
  { palate }: McpContext,
  { profileId, pair, dimension }: Asked,
  choice: Choice,
): Promise<CallToolResult> {
  const frameA = frameOf(pair[0], 'first')
  const frameB = frameOf(pair[1], 'second')
  const winner = choice === 'no difference' ? 'tie' : choice === 'first' ? frameA.id : frameB.id
  const comparison = { frameA, frameB, winner, ...askedByAgent(choice), ...(dimension !== undefined && { dimension }) }
  await palate.annotations.add(profileId, { comparisons: [comparison] })
  const preferred = choice === 'no difference' ? null : pair[choice === 'first' ? 0 : 1].name
  const said = preferred === null ? 'The person sees no difference.' : `The person prefers ${preferred}.`
  return textResult([`${said} Recorded, uncommitted.`], { choice, preferred })
}

/** An address has no frame id. Judgements about it are recognised by the address. */
function frameOf({ url }: Picture, name: string) {
  return { id: frameIdOfUrl(url) ?? name, url }
}
