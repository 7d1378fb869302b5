import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from '@modelcontextprotocol/client'
import type { Page } from 'playwright-core'
import { drawCard, type Knobs, revise } from './card.ts'

/** The loop stops when a revision gains less. */
const gainMin = 0.02
const roundsMax = 6

interface Draft {
  readonly name: string
  readonly knobs: Knobs
}

interface Scored {
  readonly picture: string
  readonly score: number
  readonly verdict: string
  readonly suggestions: readonly string[]
}

/**
 * What an agent does with Palate, without a model: reads the brief, makes three variants, picks, revises by the
 * suggestions, stops at the plateau, and lets the person choose between the best two. Prints each step.
 */
export async function runLoop(mcp: Client, page: Page, folder: string, print: (line: string) => void): Promise<Scored> {
  const call = async (name: string, args: Record<string, unknown> = {}) => {
    const result = await mcp.callTool({ name, arguments: args })
    const [text] = result.content as readonly { readonly text?: string }[]
    if (result.isError) throw new Error(text?.text)
    return { text: text?.text ?? '', data: result.structuredContent as Record<string, unknown> }
  }
  const make = async ({ name, knobs }: Draft) => {
    await page.setContent(drawCard(knobs))
    writeFileSync(join(folder, name), await page.locator('main').screenshot())
  }

  print('# Read the brief')
  print((await call('palate_brief')).text)

  print('\n# Make three variants and rank them')
  const drafts: Draft[] = [
    { name: 'loud.png', knobs: { light: 0.95, colour: 1, clutter: 0.9 } },
    { name: 'plain.png', knobs: { light: 0.8, colour: 0.8, clutter: 0.7 } },
    { name: 'dim.png', knobs: { light: 0.65, colour: 0.6, clutter: 0.5 } },
  ]
  for (const draft of drafts) await make(draft)
  const picked = await call('palate_pick', { pictures: drafts.map(({ name }) => name) })
  print(picked.text)
  const [first, second] = picked.data.results as readonly [Scored, Scored]

  print('\n# Revise the best one')
  let best = first
  let runnerUp = second
  for (let round = 1; round <= roundsMax; round++) {
    const { knobs } = drafts.find(({ name }) => name === best.picture) as Draft
    const revised = revise(knobs, best.suggestions)
    if (!revised) {
      print('Nothing left that this maker can change.')
      break
    }
    const draft = { name: `revision-${round}.png`, knobs: revised }
    await make(draft)
    drafts.push(draft)
    const { text, data } = await call('palate_score', { pictures: [draft.name] })
    print(text)
    const [scored] = data.results as readonly [Scored]
    const gain = scored.score - best.score
    if (gain > 0) [best, runnerUp] = [scored, best]
    if (gain < gainMin) {
      print('The score no longer rises.')
      break
    }
  }

  print('\n# Let the person choose between the best two')
  print((await call('palate_ask', { first: best.picture, second: runnerUp.picture })).text)
  return best
}
