import type { CallToolResult } from '@modelcontextprotocol/server'
import { askedByAgent, type Choice } from '@palate/core/profile/asked-choice.ts'
import { z } from 'zod'
import type { McpContext } from './context.ts'
import type { Picture } from './pictures.ts'
import { textResult } from './results.ts'

export const choiceInput = z.enum(['first', 'second', 'no difference'])

export interface Asked {
  readonly profileId: string
  readonly pair: readonly [first: Picture, second: Picture]
  readonly dimension: string | undefined
}

/** Records which of two pictures the person chose. */
export async function recordChoice(
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
function frameOf({ url, frameId }: Picture, name: string) {
  return { id: frameId ?? name, url }
}
