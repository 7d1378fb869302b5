import type { Brief } from './brief-schema.ts'
import { describeThreshold } from './describe-threshold.ts'

/** The names under which tools look for colours, largest share first. */
const colourNames = ['neutral', 'primary', 'secondary', 'tertiary']

/** The brief in the DESIGN.md format: measured colours as tokens, the rest as prose under the format's headings. */
export function designDocument(brief: Brief): string {
  const { name, summary, palette, aim, avoid, thresholds } = brief
  const named = palette.map((colour, i) => ({
    ...colour,
    token: colourNames[i] ?? `accent-${i - colourNames.length + 1}`,
  }))
  const frontMatter = [
    '---',
    `name: ${JSON.stringify(name)}`,
    ...(named.length > 0 ? ['colors:', ...named.map(({ token, hex }) => `  ${token}: ${JSON.stringify(hex)}`)] : []),
    '---',
  ].join('\n')
  const sections = [
    section('Overview', summary === '' ? 'Nothing has been taught yet.' : escaped(summary)),
    section(
      'Colors',
      named.map(
        ({ token, hex, share }) =>
          `- **${token} (${hex}):** ${Math.round(share * 100)} % of the pictures the owner likes.`,
      ),
    ),
    section("Do's and Don'ts", [
      ...aim.map((phrase) => `- Do make it ${escaped(phrase)}.`),
      ...avoid.map((phrase) => `- Don't make it ${escaped(phrase)}.`),
      ...Object.entries(thresholds).map(([dimension, of]) => `- ${escaped(dimension)}: ${describeThreshold(of)}`),
    ]),
  ]
  return `${[frontMatter, ...sections.filter((part) => part !== '')].join('\n\n')}\n`
}

function section(title: string, body: string | readonly string[]): string {
  const text = typeof body === 'string' ? body : body.join('\n')
  return text === '' ? '' : `## ${title}\n\n${text}`
}

/** The format is MDX: braces and angle brackets would be read as code. */
function escaped(text: string): string {
  return text.replace(/\s+/gu, ' ').replace(/[\\{}<>]/g, (character) => `\\${character}`)
}
