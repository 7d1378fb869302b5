/**
 * Measures whether ten labels about one cause, such as contrast, carry over to screens that were not judged.
 *
 *   npm run bench:usability
 *
 * It draws its own mock-ups (demo/interfaces) and needs no data. docs/usability.md describes the protocol.
 */
import { openInterfaceQualities } from '@palate/core/taste/model/interface-qualities.ts'
import { createLearner, type Learner } from '@palate/core/taste/model/learn.ts'
import { openBuiltinPrior } from '@palate/server/scoring/learning/builtin-prior.ts'
import { randomInterface, type ScreenKind, screenKinds } from '../demo/interfaces/interface.ts'
import { type KnobName, knobNames } from '../demo/interfaces/knobs.ts'
import { fittedInterfaces, type MockUp, readMockUps } from '../fitting/interfaces/mock-ups.ts'
import { fitInterfaceQualities } from '../fitting/interfaces/quality-head.ts'
import { type Line, printTable } from './harness/report.ts'
import { type Bounds, carryOver } from './usability/carry-over.ts'

const labels = 10
const target = 0.85
/** Of the knob: a judge who is told to look at one thing sees what is clearly good or bad. */
const clear: Bounds = { badBelow: 0.3, goodAbove: 0.7 }
const everyScreen: Bounds = { badBelow: 0.5, goodAbove: 0.5 }

const known = openBuiltinPrior({ kind: 'builtin' })
const { prior } = known
const screens = await readMockUps(Array.from({ length: 400 }, (_, i) => randomInterface(5_000_000 + i)))
const shipped = createLearner(known)
const noQualities = createLearner({ prior, interfaceQualities: { names: [], estimate: () => new Float32Array(0) } })

printTable(
  `usability taught with ${labels} labels about one cause: AUC on new screens, as shipped`,
  knobNames.map((knob) => lineOf(knob, carryOver(shipped, screens, knob, labels, clear), target)),
)
printTable(
  'the same, the tested kinds of screens kept out of the fit of the qualities',
  await linesWithoutKinds((learner, tested, knob) => carryOver(learner, tested, knob, labels, clear)),
)
printTable(
  'as shipped, every screen judged: good above the middle of the cause, bad below',
  knobNames.map((knob) => lineOf(knob, carryOver(shipped, screens, knob, labels, everyScreen))),
)
printTable(
  'without the estimates of qualities',
  knobNames.map((knob) => lineOf(knob, carryOver(noQualities, screens, knob, labels, clear))),
)

function lineOf(what: string, auc: number, wanted?: number): Line {
  const figure = auc.toFixed(3)
  return wanted === undefined ? { what, figure } : { what, figure, target: `≥ ${wanted}`, met: auc >= wanted }
}

/** Each time two kinds of screens are tested, and the qualities are fitted on the six others. Mean over the four. */
async function linesWithoutKinds(
  measure: (learner: Learner, tested: readonly MockUp[], knob: KnobName) => number,
): Promise<readonly Line[]> {
  const fitted = await readMockUps(fittedInterfaces)
  const pairs = [0, 2, 4, 6].map((i): readonly ScreenKind[] => screenKinds.slice(i, i + 2))
  const folds = pairs.map((kinds) => {
    const isTested = ({ interface: { kind } }: MockUp) => kinds.includes(kind)
    const head = fitInterfaceQualities(fitted.filter((mockUp) => !isTested(mockUp)))
    const learner = createLearner({ prior, interfaceQualities: openInterfaceQualities(head) })
    return { learner, tested: screens.filter(isTested) }
  })
  return knobNames.map((knob) => {
    const areas = folds.map(({ learner, tested }) => measure(learner, tested, knob))
    return lineOf(knob, areas.reduce((sum, area) => sum + area, 0) / areas.length)
  })
}
