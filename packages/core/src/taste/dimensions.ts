import { Fault } from '../fault.ts'
import { attributes } from './attributes.ts'
import { type Dimension, reservedNames } from './scoring-schema.ts'

/** A profile may have thousands of dimensions; an error lists at most this many. */
const namesShownMax = 200

const builtInLearned: readonly Dimension[] = [
  {
    name: 'aesthetics',
    kind: 'learned',
    description: "How likely the profile's owner is to find the frame beautiful",
  },
  {
    name: 'likeness',
    kind: 'learned',
    description:
      "How likely the frame is to share the look or subject of the profile's good examples, whatever people in general like",
  },
  {
    name: 'usability',
    kind: 'learned',
    description:
      "How likely the profile's owner is to find the frame, an interface, easy to use. Without judgements in this dimension, the score stays near 0.5 and is no better than chance; about ten labels teach it a cause such as contrast or clutter",
  },
]

const measured: readonly Dimension[] = attributes.map(({ name, description }) => ({
  name,
  kind: 'attribute',
  description,
}))

const learnedNames = new Set(builtInLearned.map(({ name }) => name))
const notLearnableNames = new Set([...measured.map(({ name }) => name), ...reservedNames])

/** Attributes are measured, not learned, and the names of a result's other members are reserved. */
export function isLearnable(dimension: string): boolean {
  return !notLearnableNames.has(dimension)
}

/** The dimensions that frames can be scored along: built-in ones and those that the profile's elements name. */
export function dimensionsOf(named: Iterable<string>): readonly Dimension[] {
  const own = [...new Set(named)].filter((name) => !learnedNames.has(name) && isLearnable(name)).sort()
  const ownLearned = own.map(
    (name): Dimension => ({ name, kind: 'learned', description: `Taught by the profile's own elements: ${name}` }),
  )
  return [...builtInLearned, ...ownLearned, ...measured]
}

/** The requested dimensions without repetitions; the fault for an unknown one lists the known ones. */
export function requireDimensions(requested: readonly string[], known: readonly Dimension[]): readonly Dimension[] {
  const byName = new Map(known.map((dimension) => [dimension.name, dimension]))
  return [...new Set(requested)].map((name) => {
    const dimension = byName.get(name)
    if (dimension) return dimension
    throw new Fault('unknown_dimension', `${JSON.stringify(name)} is not a dimension; available: ${list(known)}`)
  })
}

function list(known: readonly Dimension[]): string {
  const names = known.slice(0, namesShownMax).map(({ name }) => name)
  const more = known.length - names.length
  return names.join(', ') + (more > 0 ? ` and ${more} more` : '')
}
