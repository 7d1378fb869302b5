import type { ProfileDiff } from '@palate/client'
import { frameIdOfUrl } from '@palate/core/frames/references.ts'
import { sourceNote } from '@palate/core/profile/recorded-by-agent.ts'
import { green, inOneLine, plural, red, yellow } from '../../terminal/text.ts'

type Element = Readonly<Record<string, unknown>>

type NameOfFrame = (id: string) => string

const byId: NameOfFrame = (id) => id

/** Describes an element in one line. */
export function describeElement(element: Element, nameOf = byId): string {
  if (isComparison(element)) {
    const [a, b] = [frameName(element.frameA), frameName(element.frameB)]
    if (element.winner === 'tie') return `tie: ${nameOf(a)} and ${nameOf(b)}`
    return element.winner === b ? `${nameOf(b)} over ${nameOf(a)}` : `${nameOf(a)} over ${nameOf(b)}`
  }
  if (isAnswer(element)) return `${element.question ?? ''} ${answerOf(element)}`.trim()
  return `${element.label ?? 'unlabelled'} picture ${pictureName(element, nameOf)}`
}

/** What an element is about, without what it says. */
export function describeSubject(element: Element, nameOf: NameOfFrame): string {
  if (isComparison(element)) return `${nameOf(frameName(element.frameA))} and ${nameOf(frameName(element.frameB))}`
  if (isAnswer(element)) return String(element.question ?? element.questionId ?? element.id)
  return pictureName(element, nameOf)
}

/** What an element says: a label, an answer or the better picture. */
export function describeSaying(element: Element, nameOf: NameOfFrame): string {
  if (!isComparison(element)) return isAnswer(element) ? answerOf(element) : String(element.label ?? 'unlabelled')
  return element.winner === 'tie' ? 'tie' : describeElement(element, nameOf)
}

export function answerOf({ answer }: Element): string {
  return typeof answer === 'string' ? answer : JSON.stringify(answer)
}

function isComparison({ frameA, winner }: Element): boolean {
  return frameA !== undefined || winner !== undefined
}

function isAnswer({ question, answer }: Element): boolean {
  return question !== undefined || answer !== undefined
}

/** The name of a judged picture, or a description of any other element. */
export function elementName(element: Element, nameOf = byId): string {
  return element.label === undefined ? describeElement(element, nameOf) : pictureName(element, nameOf)
}

function frameName(frame: unknown): string {
  if (typeof frame === 'string') return frame
  return typeof frame === 'object' && frame !== null && 'id' in frame ? String(frame.id) : '?'
}

function pictureName({ name, url, frameId, id }: Element, nameOf: NameOfFrame): string {
  const frame = libraryIdOf(url) ?? (url === undefined ? frameId : undefined)
  const text = String(name ?? (typeof frame === 'string' ? nameOf(frame) : undefined) ?? url ?? id ?? 'inline')
  return text.startsWith('data:') || text.length > 80 ? String(id ?? 'inline') : text
}

/** The id of a library frame, from its URI. */
export function libraryIdOf(url: unknown): string | undefined {
  return typeof url === 'string' ? frameIdOfUrl(url) : undefined
}

/** A diff as lines: added, removed and changed elements. */
export function describeDiff(diff: ProfileDiff, nameOf: NameOfFrame): readonly string[] {
  return (['constraints', 'exemplars', 'comparisons'] as const).flatMap((kind) => {
    const { added, removed, changed } = diff[kind]
    return [
      ...added.map((element) => green(`+ ${describeElement(element, nameOf)}${agentNote(element)}`)),
      ...removed.map((element) => red(`- ${describeElement(element, nameOf)}`)),
      ...changed.map(({ from, to }) =>
        yellow(`~ ${describeElement(from, nameOf)} → ${describeElement(to, nameOf)}${agentNote(to)}`),
      ),
    ]
  })
}

/** A person decides whether what an agent recorded is what they said, and whether clients decide. */
export function agentNote(element: Element): string {
  const recorded = sourceNote(element)
  return recorded === undefined ? '' : ` (${inOneLine(recorded)})`
}

interface Lists {
  readonly constraints: readonly Element[]
  readonly exemplars: readonly Element[]
  readonly comparisons: readonly Element[]
}

/** The number of judgements of each kind, in words. */
export function describeCounts({ constraints, exemplars, comparisons }: Lists): string {
  const kept = [...constraints, ...exemplars, ...comparisons]
  const removed = kept.filter((element) => element.removed === true).length
  const count = (list: readonly Element[], label?: string) =>
    list.filter((element) => element.removed !== true && (label === undefined || element.label === label)).length
  const parts = [
    [count(exemplars, 'good'), 'good picture'],
    [count(exemplars, 'bad'), 'bad picture'],
    [count(comparisons), 'comparison'],
    [count(constraints), 'answer'],
    [removed, 'removal'],
  ] as const
  const said = parts.flatMap(([number, what]) => (number > 0 ? [plural(number, what)] : []))
  return said.length > 0 ? said.join(', ') : 'nothing'
}
