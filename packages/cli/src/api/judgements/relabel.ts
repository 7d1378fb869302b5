import type { Palate } from '@palate/client'
import { earlierChanges } from '@palate/client/restore-judgements.ts'
import { Argument, type Command } from 'commander'
import { Journal } from '../../journal.ts'
import { type Context, profileCommand, withClient } from '../api-command.ts'
import { type ApiOptions, readProfile } from '../connection/client.ts'
import { elementName } from '../history/describe-elements.ts'
import { changeInWords } from '../teaching/changed-judgements.ts'
import { findJudgements } from './find-judgement.ts'
import { type Element, heldJudgements, isRemoved } from './held.ts'

type Annotations = Parameters<Palate['annotations']['add']>[1]

export function relabelCommand(): Command {
  return profileCommand('relabel', 'change the label of a picture', ['relabel cover.jpg bad'])
    .argument('<picture>', 'its name, URL, file or element id')
    .addArgument(new Argument('<label>').choices(['good', 'bad']))
    .option('--dimension <name>', 'the label in this dimension')
    .action(withClient(relabel))
}

type RelabelOptions = ApiOptions & { readonly dimension?: string }

async function relabel({ palate, options, show }: Context<RelabelOptions>, picture: string, label: string) {
  const profile = await readProfile(palate, options)
  const held = heldJudgements(profile).filter((one) => one.list === 'exemplars' && !isRemoved(one))
  const [found] = await findJudgements({ palate, profile, held, dimension: options.dimension }, [picture])
  if (!found) return
  const exemplars = [sentAs({ ...found.element, label })]
  const added = await palate.annotations.add(profile.id, { exemplars } as Annotations)
  const [element = {}] = added.exemplars
  const words = changeInWords({ list: 'exemplars', element, before: found.element }) ?? ''
  const elements = earlierChanges(added)
  if (elements.length > 0) new Journal(profile.id).record(words, { kind: 'judge', elements })
  show(added, () =>
    words === '' ? `${elementName(found.element)}: already ${label}` : `${words}. To commit: palate commit -m "…"`,
  )
}

/**
 * Without its id, a judgement replaces one's own, committed or not, for free, and stands beside those of others. One
 * without a picture has only its id.
 */
function sentAs({ by: _, ...element }: Element): Element {
  const { id: __, ...content } = element
  return (element.url ?? element.imageData ?? element.frameId) ? content : element
}
