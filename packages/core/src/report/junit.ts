import { type Assessment, describeInText } from './assessment.ts'
import { type Html, html, join } from './html.ts'

/**
 * The outcomes as JUnit XML, which most build servers read. Scores below the gate and failures are kept
 * apart. The schema has `skipped` for a suite, and not for all suites together.
 */
export function junitReport(suite: string, assessments: readonly Assessment[], seconds: number): string {
  const count = (...outcomes: readonly Assessment['outcome'][]) =>
    String(assessments.filter(({ outcome }) => outcomes.includes(outcome)).length)
  const counts = html`tests="${String(assessments.length)}" failures="${count('low', 'fell')}" errors="${count('failed')}"`
  const time = html`time="${seconds.toFixed(3)}"`
  const cases = assessments.map(
    (one) => html`    <testcase classname="${suite}" name="${one.name}">${outcomeOf(one)}</testcase>\n`,
  )
  return html`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="palate" ${counts} ${time}>
  <testsuite name="${suite}" ${counts} skipped="${count('skipped')}" ${time}>
${join(cases)}  </testsuite>
</testsuites>
`.text
}

function outcomeOf(assessment: Assessment): Html {
  const { outcome, reason = '', warning, score } = assessment
  if (outcome === 'failed') return html`<error type="failed" message="${reason}"/>`
  if (outcome === 'skipped') return html`<skipped message="${reason}"/>`
  const lines = [score?.toFixed(4) ?? '', ...describeInText(assessment)]
  const text = join(lines.map((line, i) => (i === 0 ? html`${line}` : html`\n${line}`)))
  if (outcome === 'passed') return html`<system-out>${text}</system-out>`
  const message = warning === undefined ? reason : `${reason} (${warning})`
  return html`<failure type="${outcome}" message="${message}">${text}</failure><system-out>${lines[0] ?? ''}</system-out>`
}
