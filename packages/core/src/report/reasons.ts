/** What moved a score, in words. `effect` is in points of the score: positive raised it, negative lowered it. */
export interface Reason {
  readonly text: string
  readonly effect?: number
}

/** The name of a judged picture or answer by the id of its element, if it has one that people know. */
export type NameOf = (elementId: string) => string | undefined

/** A smaller effect is 0.00 in a score of two decimals. */
const effectMin = 0.005
const namesShownMax = 3

/**
 * Describes the `details` of one dimension, as returned by `POST /v1/score` with `explain`, largest effect first and what
 * has no name last.
 * Ignores unknown details, so that a newer service does not break an older reader.
 */
export function describeReasons(details: unknown, nameOf: NameOf = () => undefined): readonly Reason[] {
  if (!isRecord(details)) return []
  const { summary, measured, low, high, reasons, attributes } = details
  if (typeof measured === 'number') return [{ text: `Measured, from 0 (${low}) to 1 (${high})` }]
  const moving = recordsOf(reasons).flatMap((reason) => movingReason(reason, nameOf))
  const named = moving.filter(({ text }) => text !== othersText)
  const others = moving.filter(({ text }) => text === othersText)
  const otherwise = typeof summary === 'string' ? summary : 'No known reason'
  return [...(named.length > 0 ? named : [{ text: otherwise }]), ...others, ...looks(attributes)]
}

/** The reasons of several dimensions. Statements about the picture itself are not repeated. */
export function describeAllReasons(
  details: Readonly<Record<string, unknown>>,
  dimensions: readonly string[],
  nameOf?: NameOf,
): readonly { readonly dimension: string; readonly reasons: readonly Reason[] }[] {
  const said = new Set<string>()
  return dimensions.map((dimension) => {
    const reasons = describeReasons(details[dimension], nameOf).filter(
      ({ text, effect }) => effect !== undefined || !said.has(text),
    )
    for (const { text } of reasons) said.add(text)
    return { dimension, reasons }
  })
}

/** The strongest reason, and the strongest one against it, as a sentence. */
export function sentenceOf(reasons: readonly Reason[]): string | undefined {
  const said = reasons.filter(({ text }) => isAboutPicture(text))
  const [strongest] = said
  if (strongest === undefined) return undefined
  const against = said.find(({ effect = 0 }) => effect * (strongest.effect ?? 0) < 0)
  const but = against ? `, but ${against.text.charAt(0).toLowerCase()}${against.text.slice(1)}` : ''
  const text = strongest.text + but
  return /[.!?]$/.test(text) ? text : `${text}.`
}

/** How the service calls all reasons together that are not worth a name. They are never the first, whatever they weigh. */
const othersText = 'Other reasons'
/** What makes no sentence about the picture. */
const aboutNoPicture = /^(?:Other reasons$|You tend to |Compared with )/

export function isAboutPicture(text: string): boolean {
  return !aboutNoPicture.test(text)
}

/** An effect with its sign, such as `+0.21`. */
export function effectText(effect: number): string {
  return `${effect < 0 ? '' : '+'}${effect.toFixed(2)}`
}

function movingReason({ text, effect, elements }: Record<string, unknown>, nameOf: NameOf): readonly Reason[] {
  if (typeof text !== 'string' || typeof effect !== 'number' || Math.abs(effect) < effectMin) return []
  const names = (Array.isArray(elements) ? elements : []).flatMap((id) => nameOf(String(id)) ?? [])
  const shown = [...new Set(names)].slice(0, namesShownMax)
  return [{ text: shown.length > 0 ? `${text}, such as ${shown.join(', ')}` : text, effect }]
}

/** How the picture differs from most others. This explains a score but has no effect. */
function looks(attributes: unknown): readonly Reason[] {
  const words = recordsOf(attributes).flatMap(({ word }) => (typeof word === 'string' ? [word] : []))
  return words.length > 0 ? [{ text: `Stands out: ${words.join(', ')}` }] : []
}

function recordsOf(list: unknown): readonly Record<string, unknown>[] {
  return Array.isArray(list) ? list.filter(isRecord) : []
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
