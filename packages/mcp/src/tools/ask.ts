import { setTimeout as pause } from 'node:timers/promises'
import { type CallToolResult, inputRequired, inputResponse } from '@modelcontextprotocol/server'
import { askPath } from '@palate/core/profile/asked-choice.ts'
import { z } from 'zod'
import { askAppUri, picturesToShow, type ShownPair, shownKey } from '../app/ask-app.ts'
import { type McpContext, ToolError } from '../context.ts'
import { findProfileId, profileInput, requireDimension } from '../find-profile.ts'
import { namedInLibrary, type Picture, pictureInput, storePicture } from '../pictures.ts'
import { choiceInput, recordChoice } from '../record-choice.ts'
import { oneLine, textResult } from '../results.ts'
import { dimensionInput } from '../score-pictures.ts'
import { type Call, defineTool } from './tool.ts'

const Answer = z.object({ choice: choiceInput })
/** The key of the question in a result that waits for its answer. */
const question = 'choice'
/** Many clients give up on a call after a minute. */
const waitSecondsMax = 50
const lookEveryMs = 1000

export const askTool = defineTool({
  name: 'palate_ask',
  title: 'Let the person choose',
  description:
    'Ask the person which of two pictures suits better, and record the choice. Use it when palate_pick cannot tell two apart. Returns the choice, or a link for the person and an id: call it again with `ask` for the answer.',
  scopes: ['teach'],
  teaches: true,
  ui: { resourceUri: askAppUri },
  input: {
    first: pictureInput.optional(),
    second: pictureInput.optional(),
    ask: z.string().optional().describe('Id of a question asked before, instead of pictures'),
    wait: z.int().min(0).max(waitSecondsMax).optional().describe('Seconds to wait for the answer'),
    profile: profileInput,
    dimension: dimensionInput,
  },
  async run({ first, second, ask, wait = 0, profile, dimension }, context, call) {
    const profileId = await findProfileId(context, profile)
    if (ask !== undefined) return readAnswer(context, profileId, ask, wait, call.signal)
    if (first === undefined || second === undefined) throw new ToolError('Pass `first` and `second`, or `ask`.')
    await requireDimension(context, profileId, dimension)
    const { projectId } = await context.palate.profiles.get(profileId, { snapshots: 'omit' })
    const stored = [
      await storePicture(context, projectId, first, 0),
      await storePicture(context, projectId, second, 1),
    ] as const
    if (stored[0].url === stored[1].url) throw new ToolError('These are the same picture. Pass two different ones.')
    const nameOf = await namedInLibrary(context, projectId, stored)
    const pair = [nameOf(stored[0]), nameOf(stored[1])] as const
    return askPerson(context, { profileId, pair, dimension }, call)
  },
})

interface Question {
  readonly profileId: string
  readonly pair: readonly [first: Picture, second: Picture]
  readonly dimension: string | undefined
}

/** In the chat, in a dialog of the client, or on a page of the dashboard: whatever the client can show. */
async function askPerson(context: McpContext, { profileId, pair, dimension }: Question, call: Call) {
  const answer = call.canAsk ? inputResponse(call.answers, question) : undefined
  // Only an answer to a question that was asked counts: the client sends back its id.
  if (answer?.kind === 'elicit' && call.state !== undefined) {
    const chosen = Answer.safeParse(answer.content)
    const choice = { profileId, askId: call.state, pair, dimension }
    if (answer.action === 'accept' && chosen.success) return recordChoice(context, choice, chosen.data.choice)
    return textResult(['The person did not choose. Nothing was recorded.'], { choice: null })
  }
  const [first, second] = pair.map(({ url }) => url) as [string, string]
  const { id } = await context.palate.asks.create(profileId, {
    ...{ first, second },
    ...(dimension !== undefined && { dimension }),
  })
  const pictures = call.canShowApps ? await picturesToShow(context, pair) : undefined
  if (pictures) return shownResult({ profile: profileId, ask: id, dimension, pictures })
  const path = askPath({ profileId, first, second, dimension, source: 'agent', askId: id })
  const link = `${context.dashboardUrl.replace(/\/+$/, '')}${path}`
  if (call.canAsk) {
    const message = oneLine(
      `Which suits better, ${pair[0].name} (first) or ${pair[1].name} (second)? See both: ${link}`,
    )
    return inputRequired({
      inputRequests: { [question]: inputRequired.elicit({ message, requestedSchema: Answer }) },
      requestState: id,
    })
  }
  const told = `Give the person this link. The page records their choice: ${link}`
  return textResult([told, `Then call palate_ask with ask: "${id}" for the answer.`], { ask: id, link })
}

function shownResult(shown: ShownPair): CallToolResult {
  const [first, second] = shown.pictures.map(({ name }) => name)
  const lines = [
    `The person sees ${first} and ${second} in the chat. Wait for their answer. Their choice is recorded when they click.`,
    `If you do not hear of it, call palate_ask with ask: "${shown.ask}".`,
  ]
  return { ...textResult(lines), _meta: { [shownKey]: shown } }
}

const sayings = {
  first: 'The person prefers the first picture.',
  second: 'The person prefers the second picture.',
  'no difference': 'The person sees no difference.',
  'both good': 'The person called both pictures good.',
  'both bad': 'The person called both pictures bad.',
} as const

async function readAnswer(
  { palate }: McpContext,
  profileId: string,
  ask: string,
  waitSeconds: number,
  signal: AbortSignal,
): Promise<CallToolResult> {
  for (let left = waitSeconds; ; left--) {
    const { answer } = await palate.asks.get(profileId, ask)
    if (answer) return textResult([`${sayings[answer.choice]} Recorded, uncommitted.`], { ask, choice: answer.choice })
    if (left <= 0) break
    await pause(lookEveryMs, undefined, { signal })
  }
  return textResult(['There is no answer yet. Call palate_ask with the same `ask` again later.'], { ask, choice: null })
}
