import { readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import type { Palate } from '@palate/client'
import { earlierChanges } from '@palate/client/restore-judgements.ts'
import { describeBytes } from '@palate/core/generic/bytes.ts'
import { type Guide, guideBytesMax, readGuide } from '@palate/core/taste/guides/read-guide.ts'
import {
  describeUnderstanding,
  type SentUnderstanding,
  wordsOf,
} from '@palate/core/taste/summary/describe-understanding.ts'
import { Journal } from '../../journal.ts'
import { CommandError } from '../../output.ts'
import { plural } from '../../terminal/text.ts'

/** Reads a style guide before anything is created. */
export function readGuideFile(file: string): Guide {
  const guide = readGuide(readText(file))
  if (guide.answers.length > 0) return guide
  throw new CommandError(`${file} says nothing about looks that Palate understands`, guide.notUnderstood.map(inList))
}

function readText(file: string): string {
  try {
    const { size } = statSync(file)
    if (size > guideBytesMax) throw new Error(`it is larger than ${describeBytes(guideBytesMax)}`)
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new CommandError(`cannot read ${file}: ${(error as Error).message}`)
  }
}

/** Adds the guide to the working changes. It replaces what an earlier version of the same file said. */
export async function teachGuide(
  palate: Palate,
  profileId: string,
  file: string,
  { answers }: Guide,
): Promise<readonly SentUnderstanding[]> {
  const name = basename(file)
  const constraints = answers.map(({ kind, question, answer }) => ({
    questionId: `guide:${kind}:${name}`,
    question,
    answer,
  }))
  const added = await palate.annotations.add(profileId, { constraints })
  const elements = earlierChanges(added)
  if (elements.length > 0) new Journal(profileId).record(`the guide ${name}`, { kind: 'judge', elements })
  return added.understood ?? []
}

export function describeGuide(
  file: string,
  { understood, taken, notUnderstood }: Guide,
  taught: readonly SentUnderstanding[],
): readonly string[] {
  const wishes = taught.flatMap((one) => one.wishes)
  const all = understood.length + notUnderstood.length
  return [
    `Understood ${understood.length} of ${plural(all, 'sentence')} in ${file}. To commit: palate commit -m "…"`,
    describeUnderstanding({ wishes, notUnderstood: [] }),
    ...taken.map((one) => inList(`${one.sentence} → ${wordsOf(one.wishes)}`)),
    ...(notUnderstood.length > 0 ? ['Not understood:', ...notUnderstood.map(inList)] : []),
  ]
}

function inList(sentence: string): string {
  return `  ${sentence}`
}
