import { Fault } from '../fault.ts'
import { attributes } from './attributes.ts'
import { type Dimension, reservedNames } from './scoring-schema.ts'

const learned: readonly Dimension[] = [
  {
    name: 'aesthetics',
    kind: 'learned',
    description: "How likely the profile's owner would call the frame good to look at",
  },
  {
    name: 'usability',
    kind: 'learned',
    description: 'How likely the frame, an interface, would be found easy to use',
  },
]

const measured: readonly Dimension[] = attributes.map(({ name, description }) => ({
  name,
  kind: 'attribute',
  description,
}))

/** The dimensions that frames can be scored along: the built-in ones and those that the profile's elements name. */
export function dimensionsOf(named: Iterable<string>): readonly Dimension[] {
  const builtIn = new Set([...learned, ...measured].map(({ name }) => name))
  const own = [...new Set(named)].filter((name) => !builtIn.has(name) && !reservedNames.includes(name)).sort()
  const taught = own.map(
    (name): Dimension => ({ name, kind: 'learned', description: `Taught by the profile's own elements: ${name}` }),
  )
  return [...learned, ...taught, ...measured]
}

/** The dimensions that were asked for, each once; a fault names those that there are. */
export function requireDimensions(asked: readonly string[], known: readonly Dimension[]): readonly Dimension[] {
  return [...new Set(asked)].map((name) => {
    const dimension = known.find((one) => one.name === name)
    if (dimension) return dimension
    const names = known.map((one) => one.name).join(', ')
    throw new Fault('unknown_dimension', `${JSON.stringify(name)} is no dimension; the known ones are ${names}`)
  })
}
