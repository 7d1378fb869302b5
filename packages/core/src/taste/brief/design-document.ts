import type { Brief } from './brief-schema.ts'
import { withEvidence } from './describe-evidence.ts'
import { describeThreshold } from './describe-threshold.ts'
import { plainText } from './plain-text.ts'

/** The names under which tools look for colours, largest share first: most often that of the background. */
const colourNames = ['neutral', 'primary', 'secondary', 'tertiary']

/**
 * The brief in the DESIGN.md format: measured colours as tokens, the rest as prose under the format's headings. It is
 * read as MDX, where a line that starts with `import` or `export` is code, so no line starts with a client's text.
 */
export function designDocument(brief: Brief): string {
  const { name, summary, palette, aim, avoid, thresholds } = brief
  // Tools expect a primary colour.
  const names = palette.length === 1 ? ['primary'] : colourNames
  const named = palette.map((colour, i) => ({ ...colour, token: names[i] ?? `accent-${i - names.length + 1}` }))
  const frontMatter = [
    '---',
    `name: ${JSON.stringify(name)}`,
    ...(named.length > 0 ? ['colors:', ...named.map(({ token, hex }) => `  ${token}: ${JSON.stringify(hex)}`)] : []),
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
      named.map(
        ({ token, hex, share }) =>
          `- **${token} (${hex}):** ${Math.round(share * 100)} % of the pictures the owner likes.`,
      ),
    ),
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

function section(title: string, body: string | readonly string[]): string {
  const text = typeof body === 'string' ? body : body.join('\n')
  return text === '' ? '' : `## ${title}\n\n${text}`
}
