/** What moved a score, in words. `effect` is in log odds: positive raised the score, negative lowered it. */
export interface Reason {
  readonly text: string
  readonly effect?: number
}

/** The name of a judged picture or answer by the id of its element, if it has one that people know. */
export type NameOf = (elementId: string) => string | undefined

/** A smaller effect moves a score by less than 0.02. */
const effectMin = 0.08
const reasonsMax = 6
const nearestShownMax = 3
/** An older service lists more. */
const looksMax = 3

/**
 * Describes the `details` of one dimension, as returned by `POST /v1/score` with `explain`, strongest effect first.
 * Ignores unknown details, so that a newer service does not break an older reader.
 */
export function describeReasons(details: unknown, nameOf: NameOf = () => undefined): readonly Reason[] {
  if (!isRecord(details)) return []
  const { summary, measured, low, high, prior, learned, attributes } = details
  if (typeof measured === 'number') return [{ text: `Measured, from 0 (${low}) to 1 (${high})` }]
  const moving = [...priorReasons(isRecord(prior) ? prior : {}), ...learnedReasons(learned, nameOf)]
  const strongest = moving
    .filter(({ effect }) => Math.abs(effect) >= effectMin)
    .sort((one, other) => Math.abs(other.effect) - Math.abs(one.effect))
    .slice(0, reasonsMax)
  return [
    ...(typeof summary === 'string' ? [{ text: summary }] : []),
    ...strongest,
    ...(strongest.length === 0 && typeof summary !== 'string' ? [{ text: 'No known reason' }] : []),
    ...looks(attributes),
  ]
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

type Moving = Reason & { readonly effect: number }

function priorReasons({ crowd, others, constraints, usability }: Record<string, unknown>): readonly Moving[] {
  return [
    ...opinion(crowd, 'People in general'),
    ...opinion(others, 'Other profiles in the project'),
    ...recordsOf(constraints).flatMap(({ phrase, attribute, contribution }) =>
      typeof contribution === 'number'
        ? [
            {
              text: `${contribution > 0 ? 'Matches your wish' : 'Does not match your wish'}: ${phrase ?? attribute}`,
              effect: contribution,
            },
          ]
        : [],
    ),
    ...recordsOf(usability).flatMap(({ reason, contribution }) =>
      typeof contribution === 'number' && typeof reason === 'string'
        ? [{ text: capital(reason), effect: contribution }]
        : [],
    ),
  ]
}

function opinion(effect: unknown, who: string): readonly Moving[] {
  if (typeof effect !== 'number') return []
  return [{ text: `${who} ${effect > 0 ? 'like' : 'do not like'} similar pictures`, effect }]
}

function learnedReasons(learned: unknown, nameOf: NameOf): readonly Moving[] {
  if (!isRecord(learned) || typeof learned.part !== 'number') return []
  const effect = learned.part
  // Those with an effect in the same direction, strongest first.
  const names = recordsOf(learned.nearest)
    .filter(({ influence }) => typeof influence === 'number' && influence > 0 === effect > 0)
    .sort((one, other) => Math.abs(Number(other.influence)) - Math.abs(Number(one.influence)))
    .flatMap(({ elements }) => (Array.isArray(elements) ? elements : []).map((id) => nameOf(String(id))))
    .filter((name) => name !== undefined)
  const shown = [...new Set(names)].slice(0, nearestShownMax)
  const such = shown.length > 0 ? `, such as ${shown.join(', ')}` : ''
  return [{ text: `Similar to what you ${effect > 0 ? 'preferred' : 'rejected'}${such}`, effect }]
}

/** How the picture differs from most others. This explains a score but has no effect. */
function looks(attributes: unknown): readonly Reason[] {
  const words = recordsOf(attributes).flatMap(({ word }) => (typeof word === 'string' ? [word] : []))
  return words.length > 0 ? [{ text: `Stands out: ${words.slice(0, looksMax).join(', ')}` }] : []
}

function recordsOf(list: unknown): readonly Record<string, unknown>[] {
  return Array.isArray(list) ? list.filter(isRecord) : []
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}
