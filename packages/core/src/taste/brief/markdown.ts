import type { Brief } from './brief-schema.ts'
import { describeThreshold } from './describe-threshold.ts'

export const briefCharactersMax = 4000

/** The brief as Markdown. Sections that would be empty are left out. */
export function briefMarkdown(brief: Brief): string {
  const { name, summary, aim, avoid, palette, thresholds, predicts } = brief
  const sections = [
    `# ${oneLine(name)}\n\n${summary === '' ? 'Nothing has been taught yet.' : summary}`,
    section('Aim for', bullets(aim)),
    section('Avoid', bullets(avoid)),
    section('Palette', bullets(palette.map(({ hex, share }) => `\`${hex}\` ${Math.round(share * 100)} %`))),
    section(
      'Threshold',
      bullets(Object.entries(thresholds).map(([dimension, of]) => `${oneLine(dimension)}: ${describeThreshold(of)}`)),
    ),
    section(
      'How far to trust it',
      predicts
        ? `The profile predicts ${Math.round(predicts.accuracy * 100)} % of its owner's held-out judgements, after learning from ${predicts.judgements}.`
        : 'There are too few judgements to say how well the profile predicts its owner.',
    ),
  ]
  const text = `${sections.filter((part) => part !== '').join('\n\n')}\n`
  return text.length <= briefCharactersMax ? text : `${text.slice(0, briefCharactersMax - 2).trimEnd()}…\n`
}

function section(title: string, body: string): string {
  return body === '' ? '' : `## ${title}\n\n${body}`
}

function bullets(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n')
}

/** Names come from clients and must not start a heading or a list. */
function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim()
}
