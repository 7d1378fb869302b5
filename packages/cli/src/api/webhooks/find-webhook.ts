import type { Palate, Webhook } from '@palate/client'
import { isId } from '@palate/core/ids.ts'
import { CommandError } from '../../output.ts'

/** A webhook by its id, or by its URL if that is unique. */
export async function findWebhook(palate: Palate, wanted: string): Promise<Webhook> {
  if (isId('hook', wanted)) return palate.webhooks.get(wanted)
  const found: Webhook[] = []
  for await (const one of palate.webhooks.list()) if (one.url === wanted || one.description === wanted) found.push(one)
  const [only, ...others] = found
  if (!only) throw new CommandError(`there is no webhook ${JSON.stringify(wanted)}: \`palate webhooks\` lists them`)
  if (others.length === 0) return only
  throw new CommandError(`several webhooks send to ${wanted}; use an id: ${found.map(({ id }) => id).join(', ')}`)
}
