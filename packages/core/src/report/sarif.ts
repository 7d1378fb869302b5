import { type Assessment, describeInText } from './assessment.ts'

const rules = {
  low: 'The picture does not reach the minimum of the taste profile',
  fell: 'The picture scores lower than before',
  failed: 'The picture could not be scored',
  skipped: 'The picture could not be scored',
  close: 'The score is close to the minimum: a person should look',
} as const

/** The pictures that did not pass, and those that a person should look at, as SARIF 2.1.0. */
export function sarifReport(assessments: readonly Assessment[]): string {
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Palate',
            rules: Object.entries(rules).map(([id, text]) => ({ id, shortDescription: { text } })),
          },
        },
        originalUriBaseIds: { '%SRCROOT%': { description: { text: 'The folder that the command ran in' } } },
        results: assessments.flatMap(resultOf),
      },
    ],
  }
  return `${JSON.stringify(log, null, 2)}\n`
}

function resultOf(assessment: Assessment): readonly object[] {
  const { name, outcome, score, warning } = assessment
  if (outcome === 'passed' && warning === undefined) return []
  const scored = score === undefined ? [] : [`Score ${score.toFixed(4)}`]
  return [
    {
      ruleId: outcome === 'passed' ? 'close' : outcome,
      level: outcome === 'passed' || outcome === 'skipped' ? 'warning' : 'error',
      message: { text: [...scored, ...describeInText(assessment)].join('\n').toWellFormed() },
      // A picture has no lines, and GitHub shows only results that have one.
      locations: [{ physicalLocation: { artifactLocation: artifactAt(name), region: { startLine: 1 } } }],
    },
  ]
}

function artifactAt(name: string): { readonly uri: string; readonly uriBaseId?: string } {
  if (/^(?:https?|data|frame):/i.test(name)) return { uri: escapeAddress(name.toWellFormed()) }
  const path = name.toWellFormed().replace(/^\.\//, '').split('/').map(encodeURIComponent).join('/')
  return path.startsWith('/') ? { uri: `file://${path}` } : { uri: path, uriBaseId: '%SRCROOT%' }
}

/** Replaces what a URI does not have. */
function escapeAddress(address: string): string {
  return address.replaceAll(/%(?![0-9a-f]{2})|[^\w.~:/?#@!$&'()*+,;=%-]/giu, encodeURIComponent)
}
