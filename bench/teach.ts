/**
 * Measures the benefit of suggestions in sittings of real people.
 *
 * In a sitting, a rater of the OASIS photographs judges what the service suggests, five at a time, or a random choice. The
 * figures are the shares of held-out pairs that are then ordered correctly, after 10 to 80 judgements: means and standard
 * errors of the raters; differences are paired. Both ways of choosing teach the same model, whose prior is fitted on other
 * pictures and other people. "Own frames": all pictures are frames of the project, and half of the pairs are never asked
 * about. "New pictures": half of the pictures are never shown, and the held-out pairs are theirs. "Mixed" alternates labels
 * and comparisons, as suggestions without `kind` do. The goal is that 50 suggested judgements are as good as 80 random ones.
 *
 *   npm run bench:teach -- --data DIR [--raters N] [--sitting 'mixed, own frames']
 *
 *   DIR contains oasis/ and calista/. With --raters N only about N raters take part, evenly spread. --sitting selects
 *   sittings by name.
 */
import { parseArgs } from 'node:util'
import { readCrowd } from '../fitting/prior/crowd.ts'
import { printFigures, printTable } from './harness/report.ts'
import type { PictureFeatures } from './taste/methods.ts'
import { photographFeatures } from './taste/photographs.ts'
import { meanAndError } from './taste/report.ts'
import { type Chooser, type Kind, sitting, type Test } from './teach/sitting.ts'

const counts = [10, 20, 40, 50, 80]
const { values: options } = parseArgs({
  options: { data: { type: 'string' }, raters: { type: 'string' }, sitting: { type: 'string', default: '' } },
})
const experiments: readonly { readonly kind: Kind; readonly test: Test }[] = [
  { kind: 'comparison', test: 'own frames' },
  { kind: 'comparison', test: 'new pictures' },
  { kind: 'label', test: 'own frames' },
  { kind: 'mixed', test: 'own frames' },
  { kind: 'mixed', test: 'new pictures' },
]
if (options.data === undefined) throw new Error('pass the directory of the judgements: --data DIR')
const crowd = await readCrowd(options.data)
const photographs = photographFeatures(crowd)
const featuresOf = (picture: number) => photographs[picture] as PictureFeatures
const every = Math.max(1, Math.round(crowd.raters.length / Number(options.raters ?? crowd.raters.length)))
const raters = crowd.raters.flatMap((rater, index) => (index % every === 0 ? [{ rater, index }] : []))
const sittingsOf = (chooser: Chooser, kind: Kind, test: Test) =>
  raters.map(({ rater, index }) => sitting(rater, index, featuresOf, { chooser, kind, test, counts }))

for (const { kind, test } of experiments.filter((one) => `${one.kind}, ${one.test}`.includes(options.sitting))) {
  const [chance, service] = [sittingsOf('chance', kind, test), sittingsOf('service', kind, test)]
  const row = (name: string, sittings: typeof chance) => [
    name,
    ...counts.map((_, i) => meanAndError(sittings.map((one) => one[i] ?? 0)).text),
  ]
  const gained = service.map((one, rater) => one.map((value, i) => value - (chance[rater]?.[i] ?? 0)))
  const rows = [row('chosen at random', chance), row('chosen by the service', service), row('difference', gained)]
  const what = `${kind}, ${test}, ${raters.length} of ${crowd.raters.length} raters`
  printFigures(what, counts.map(String), rows)
  const at = (count: number) => counts.indexOf(count)
  const early = service.map((one, rater) => (one[at(50)] ?? 0) - (chance[rater]?.[at(80)] ?? 0))
  const { mean, text } = meanAndError(early)
  printTable(what, [
    { what: '50 suggested judgements minus 80 random ones', figure: text, target: 'at least 0', met: mean >= 0 },
  ])
}
