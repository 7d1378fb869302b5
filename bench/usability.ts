/**
 * Measures whether ten labels about one cause, such as contrast, carry over to screens that were not judged.
 *
 *   npm run bench:usability
 *
 * It draws its own mock-ups (demo/interfaces) and needs no data. docs/taste-model.md describes the protocol.
 */

import { createLearner, type Learner } from '@palate/core/taste/model/learn.ts'
import { openInterfaceQualities } from '@palate/core/taste/usability/interface-qualities.ts'
import { openBuiltinPrior } from '@palate/server/taste/learning/builtin-prior.ts'
import { kindsNeverFitted, randomInterface, type ScreenKind, screenKinds } from '../demo/interfaces/interface.ts'
import { type KnobName, knobNames } from '../demo/interfaces/knobs.ts'
import { fittedInterfaces, type MockUp, readMockUps } from '../fitting/interfaces/mock-ups.ts'
import { fitInterfaceQualities } from '../fitting/interfaces/quality-head.ts'
import { type Line, printTable } from './harness/report.ts'
import { type Cause, carryOver } from './usability/carry-over.ts'

const labels = 10
const moreLabels = 30
const target = 0.85
/** Bounds of the knob: a judge of one quality labels only clearly good or bad screens. */
const clearly = (knob: KnobName): Cause => ({ knobs: [knob], badBelow: 0.3, goodAbove: 0.7 })
const bySide = (knob: KnobName): Cause => ({ knobs: [knob], badBelow: 0.5, goodAbove: 0.5 })
/** The mean of several knobs is seldom far from the middle. */
const severalCauses: readonly Cause[] = [
  { knobs: ['contrast', 'alignment'], badBelow: 0.35, goodAbove: 0.65 },
  { knobs: ['clutter', 'colourCount'], badBelow: 0.35, goodAbove: 0.65 },
  { knobs: ['textSize', 'whiteSpace'], badBelow: 0.35, goodAbove: 0.65 },
  { knobs: knobNames, badBelow: 0.43, goodAbove: 0.57 },
]

const known = openBuiltinPrior({ kind: 'builtin' })
const { prior } = known
const screens = await readMockUps(Array.from({ length: 1200 }, (_, i) => randomInterface(5_000_000 + i)))
const neverFitted = await readMockUps(
  Array.from({ length: 240 }, (_, i) => randomInterface(7_000_000 + i, { kinds: kindsNeverFitted })),
)
const shipped = createLearner(known)
const noQualities = createLearner({ prior, interfaceQualities: { names: [], estimate: () => new Float32Array(0) } })
const pairs = pairsOf(screenKinds)

printTable(
  `usability taught with ${labels} labels about one cause: AUC on new screens, as shipped`,
  knobNames.map((knob) => lineOf(knob, carryOver(shipped, screens, labels, clearly(knob)), target)),
)
const withoutKinds = await fitWithoutKinds()
printTable(
  'the same, with the two tested kinds of screens excluded from the fit of the qualities',
  knobNames.map((knob) => lineOf(knob, meanOver(withoutKinds, clearly(knob)), target)),
)
printTable(
  `as shipped, kinds of screens never used for fitting or tuning (${kindsNeverFitted.join(', ')})`,
  knobNames.map((knob) => lineOf(knob, meanOver(newKinds(), clearly(knob)))),
)
printTable(
  'as shipped, every screen judged: good above the middle of the cause, bad below',
  knobNames.map((knob) => lineOf(knob, carryOver(shipped, screens, labels, bySide(knob)))),
)
for (const count of [labels, moreLabels]) {
  printTable(
    `as shipped, ${count} labels about several causes at once`,
    severalCauses.map((cause) => lineOf(nameOf(cause), carryOver(shipped, screens, count, cause))),
  )
}
printTable(
  'without the estimates of qualities',
  knobNames.map((knob) => lineOf(knob, carryOver(noQualities, screens, labels, clearly(knob)))),
)

function nameOf({ knobs }: Cause): string {
  return knobs.length === knobNames.length ? 'all six' : knobs.join(' and ')
}

function lineOf(what: string, auc: number, wanted?: number): Line {
  const figure = auc.toFixed(3)
  return wanted === undefined ? { what, figure } : { what, figure, target: `≥ ${wanted}`, met: auc >= wanted }
}

interface Fold {
  readonly learner: Learner
  readonly tested: readonly MockUp[]
}

/** Each time two kinds of screens are tested, and the qualities are fitted on all others. */
async function fitWithoutKinds(): Promise<readonly Fold[]> {
  const fitted = await readMockUps(fittedInterfaces)
  return pairs.map((kinds) => {
    const head = fitInterfaceQualities(fitted.filter((mockUp) => !isOf(kinds, mockUp)))
    const learner = createLearner({ prior, interfaceQualities: openInterfaceQualities(head) })
    return { learner, tested: screens.filter((mockUp) => isOf(kinds, mockUp)) }
  })
}

function newKinds(): readonly Fold[] {
  return pairsOf(kindsNeverFitted).map((kinds) => ({
    learner: shipped,
    tested: neverFitted.filter((mockUp) => isOf(kinds, mockUp)),
  }))
}

function meanOver(folds: readonly Fold[], cause: Cause): number {
  const areas = folds.map(({ learner, tested }) => carryOver(learner, tested, labels, cause))
  return areas.reduce((sum, area) => sum + area, 0) / areas.length
}

function isOf(kinds: readonly ScreenKind[], { interface: { kind } }: MockUp): boolean {
  return kinds.includes(kind)
}

function pairsOf(kinds: readonly ScreenKind[]): readonly (readonly ScreenKind[])[] {
  return kinds.flatMap((_, i) => (i % 2 === 0 ? [kinds.slice(i, i + 2)] : []))
}
