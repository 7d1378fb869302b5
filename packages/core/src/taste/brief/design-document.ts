import type { Brief } from './brief-schema.ts'
import { withEvidence } from './describe-evidence.ts'
import { describeThreshold } from './describe-threshold.ts'
import type { DesignTokens } from './design-tokens.ts'
import type { DesignColours } from './palette.ts'
import { plainText } from './plain-text.ts'

/** What is measured on the good examples of a profile for this format alone. */
export interface MeasuredDesign {
  readonly colours: DesignColours | undefined
  readonly tokens: DesignTokens | undefined
}

/** The names under which tools look for the colours that are drawn on the background. */
const accentNames = ['primary', 'secondary', 'tertiary']

/**
 * The brief in the DESIGN.md format: measured colours as tokens, the rest as prose under the format's headings. It is
 * read as MDX, where a line that starts with `import` or `export` is code, so no line starts with a client's text.
 */
export function designDocument(brief: Brief, { colours, tokens }: MeasuredDesign): string {
  const { name, summary, aim, avoid, thresholds } = brief
  const named = colours ? namedColours(colours) : []
  const frontMatter = [
    '---',
    `name: ${JSON.stringify(name)}`,
    ...group('colors', Object.fromEntries(named.map(({ token, hex }) => [token, JSON.stringify(hex)]))),
    ...(tokens ? tokenLines(tokens) : []),
    '---',
  ].join('\n')
  const sections = [
    section(
      'Overview',
      summary === ''
        ? 'Nothing has been taught yet.'
        : `This is the taste of the profile's owner. ${plainText(summary)}`,
    ),
    section(
      'Colors',
      named.map(({ token, hex, role, pictures }) => {
        const where = `${role} ${pictures} of ${colours?.pictures} pictures that the owner likes`
        return `- **${token} (${hex}):** ${where}.`
      }),
    ),
    ...(tokens ? tokenSections(tokens) : []),
    section("Do's and Don'ts", [
      ...aim.map((phrase) => `- Do aim for ${plainText(withEvidence(phrase, brief))}.`),
      ...avoid.map((phrase) => `- Don't use ${plainText(withEvidence(phrase, brief))}.`),
      ...Object.entries(thresholds).map(
        ([dimension, threshold]) => `- ${plainText(dimension)}: ${describeThreshold(threshold)}`,
      ),
    ]),
  ]
  return `${[frontMatter, ...sections.filter((part) => part !== '')].join('\n\n')}\n`
}

function namedColours({ background, accents }: DesignColours) {
  const first = { ...background, role: 'the background of', token: accents.length === 0 ? 'primary' : 'neutral' }
  const others = accents.map((accent, i) => ({
    ...{ ...accent, role: 'drawn on the background in' },
    token: accentNames[i] ?? `accent-${i - accentNames.length + 1}`,
  }))
  return [first, ...others]
}

function tokenLines({ heading, body, radius, hasPills, spacing }: DesignTokens): readonly string[] {
  const typography = [
    ...(heading === undefined ? [] : ['  h1:', `    fontSize: ${heading}px`]),
    ...(body === undefined ? [] : ['  body:', `    fontSize: ${body}px`]),
  ]
  const [sm, md, lg] = spacing ?? []
  return [
    ...(typography.length === 0 ? [] : ['typography:', ...typography]),
    ...group('rounded', {
      ...(radius !== undefined && { md: `${radius}px` }),
      ...(hasPills && { full: '9999px' }),
    }),
    ...group('spacing', spacing ? { sm: `${sm}px`, md: `${md}px`, lg: `${lg}px` } : {}),
  ]
}

function tokenSections({ screens, heading, body, radius, hasPills, spacing }: DesignTokens): readonly string[] {
  const measuredOn = `on ${screens === 1 ? 'one screen' : `${screens} screens`} that the owner likes, in their own pixels`
  const [small, medium, large] = spacing ?? []
  const text = body === undefined ? [] : [`most of it is about ${body} pixels`]
  const largest = heading === undefined ? [] : [`the largest about ${heading}`]
  const corners = radius === undefined ? [] : [`they are rounded by about ${radius} pixels`]
  const pills = hasPills ? ['most screens have buttons or labels with round ends'] : []
  const measured = (subject: string, statements: readonly string[]) =>
    statements.length === 0 ? '' : `${subject}, measured ${measuredOn}: ${statements.join('; ')}.`
  return [
    section('Typography', measured('Sizes of text', [...text, ...largest])),
    section(
      'Layout',
      measured(
        'Distances between neighbours',
        spacing ? [`half are between ${small} and ${large} pixels, the middle one is ${medium}`] : [],
      ),
    ),
    section('Shapes', measured('Corners of boxes', [...corners, ...pills])),
  ]
}

function group(name: string, values: Readonly<Record<string, string>>): readonly string[] {
  const lines = Object.entries(values).map(([key, value]) => `  ${key}: ${value}`)
  return lines.length === 0 ? [] : [`${name}:`, ...lines]
}

function section(title: string, body: string | readonly string[]): string {
  const text = typeof body === 'string' ? body : body.join('\n')
  return text === '' ? '' : `## ${title}\n\n${text}`
}
