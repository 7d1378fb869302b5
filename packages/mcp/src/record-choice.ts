import type { CallToolResult } from '@modelcontextprotocol/server'
import { comparedIdOf } from '@palate/core/frames/references.ts'
import { isId } from '@palate/core/ids.ts'
import { askedByAgent, type Choice } from '@palate/core/profile/asked-choice.ts'
import { z } from 'zod'
import { type McpContext, ToolError } from './context.ts'
import type { Picture } from './pictures.ts'
import { textResult } from './results.ts'

export const choiceInput = z.enum(['first', 'second', 'no difference'])

/** What the person was asked. */
export interface Asked {
  readonly profileId: string
  /** The service takes one answer for it, and only about this pair. */
  readonly askId: string
  readonly pair: readonly [first: Picture, second: Picture]
  readonly dimension: string | undefined
}

/** Records which of two pictures the person chose. */
export async function recordChoice(
  { palate }: McpContext,
  { profileId, askId, pair, dimension }: Asked,
  choice: Choice,
): Promise<CallToolResult> {
  // The service leaves other ids to clients.
  if (!isId('ask', askId)) throw new ToolError('Nobody was asked this. Call palate_ask first.')
  const [frameA, frameB] = [frameOf(pair[0]), frameOf(pair[1])]
  const winner = choice === 'no difference' ? 'tie' : choice === 'first' ? frameA.id : frameB.id
  const preferredBy = (id: unknown) => pair[[frameA.id, frameB.id].indexOf(String(id))]?.name ?? null
  const marks = { askId, ...askedByAgent(choice), ...(dimension !== undefined && { dimension }) }
  const { replaced } = await palate.annotations.add(profileId, { comparisons: [{ frameA, frameB, winner, ...marks }] })
  const earlier = replaced.map((one) => preferredBy(one.winner))
  const preferred = preferredBy(winner)
  const said = preferred === null ? 'The person sees no difference.' : `The person prefers ${preferred}.`
  const lines = earlier.map((name) => `This replaces an earlier choice: ${name ?? 'no difference'}.`)
  return textResult([`${said} Recorded, uncommitted.`, ...lines], { choice, preferred, replaced: earlier })
}

function frameOf({ url }: Picture) {
  return { id: comparedIdOf(url), url }
}
