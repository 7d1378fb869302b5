import type { Brief } from './brief-schema.ts'
import { withEvidence } from './describe-evidence.ts'
import { describeThreshold } from './describe-threshold.ts'
import { plainText } from './plain-text.ts'

// These keep the whole text under 4,000 characters.
const summaryCharactersMax = 900
const thresholdsShownMax = 3

/** The brief as Markdown, at most 4,000 characters. Sections that would be empty are left out. */
export function briefMarkdown(brief: Brief): string {
  const { name, summary, belief, aim, avoid, palette, thresholds, predicts, advice } = brief
  const judged = Object.entries(thresholds).slice(0, thresholdsShownMax)
  const sections = [
    `# ${plainText(name)}\n\n${summary === '' ? 'Nothing has been taught yet.' : clipped(plainText(summary))}`,
    belief === undefined ? '' : plainText(belief),
    section('Aim for', bullets(aim.map((phrase) => withEvidence(phrase, brief)))),
    section('Avoid', bullets(avoid.map((phrase) => withEvidence(phrase, brief)))),
    section('Palette, by share', bullets(palette.map(({ hex, share }) => `\`${hex}\` ${share.toFixed(2)}`))),
    section(
      'Threshold',
      bullets(judged.map(([dimension, threshold]) => `${plainText(dimension)}: ${describeThreshold(threshold)}`)),
    ),
    section(
      'How far to trust it',
      [
        predicts
          ? `The profile predicts its owner's held-out judgements with an accuracy of ${predicts.accuracy.toFixed(2)}, after learning from ${predicts.judgements}.`
          : 'There are too few judgements to say how well the profile predicts its owner.',
        ...(advice === undefined ? [] : [advice]),
      ].join(' '),
    ),
  ]
  return `${sections.filter((part) => part !== '').join('\n\n')}\n`
}

/** Never cut inside an escape or a surrogate pair. */
function clipped(text: string): string {
  if (text.length <= summaryCharactersMax) return text
  return `${text.slice(0, summaryCharactersMax).replace(/[\\\uD800-\uDBFF]$/, '')}…`
}

function section(title: string, body: string): string {
  return body === '' ? '' : `## ${title}\n\n${body}`
}

function bullets(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n')
}
