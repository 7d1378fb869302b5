import { inputRequired, inputResponse } from '@modelcontextprotocol/server'
import { askPath } from '@palate/core/profile/asked-choice.ts'
import { z } from 'zod'
import { askAppUri, picturesToShow, type ShownPair, shownKey } from '../app/ask-app.ts'
import { ToolError } from '../context.ts'
import { findProfileId, profileInput } from '../find-profile.ts'
import { pictureInput, storePicture } from '../pictures.ts'
import { type Asked, choiceInput, recordChoice } from '../record-choice.ts'
import { textResult } from '../results.ts'
import { dimensionInput } from '../score-pictures.ts'
import { defineTool } from './tool.ts'

const Answer = z.object({ choice: choiceInput })
/** The key of the question in a result that waits for its answer. */
const question = 'choice'

export const askTool = defineTool({
  name: 'palate_ask',
  title: 'Let the person choose',
  description:
    'Ask the person which of two pictures suits better and record the choice. Use it when palate_pick cannot tell two apart. Returns the choice, or a link for the person.',
  scopes: ['teach'],
  teaches: true,
  ui: { resourceUri: askAppUri },
  input: z.object({ first: pictureInput, second: pictureInput, profile: profileInput, dimension: dimensionInput }),
  async run({ first, second, profile, dimension }, context, { canShowApps, canAsk, answers }) {
    const profileId = await findProfileId(context, profile)
    const { projectId } = await context.palate.profiles.get(profileId, { snapshots: 'omit' })
    const pair = [
      await storePicture(context, projectId, first),
      await storePicture(context, projectId, second),
    ] as const
    if (pair[0].url === pair[1].url) throw new ToolError('These are the same picture. Pass two different ones.')
    const pictures = canShowApps ? await picturesToShow(context, pair) : undefined
    if (pictures) return shownResult({ profile: profileId, dimension, pictures })
    const asked: Asked = { profileId, pair, dimension }
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
    if (answer.action === 'accept' && chosen.success) return recordChoice(context, asked, chosen.data.choice)
    return textResult(['The person did not choose. Nothing was recorded.'], { choice: null })
  },
})

function shownResult(shown: ShownPair) {
  const [first, second] = shown.pictures.map(({ name }) => name)
  const text = `The person sees ${first} and ${second} in the chat. Wait for their answer. Their choice is recorded when they click.`
  return { ...textResult([text]), _meta: { [shownKey]: shown } }
}
