import { setThresholdOf } from '@palate/core/profile/thresholds.ts'
import { briefOf } from '@palate/core/taste/brief/brief.ts'
import {
  type Brief,
  briefDimensionsMax,
  examplesPerSideMax,
  representativesMax,
} from '@palate/core/taste/brief/brief-schema.ts'
import type { MeasuredDesign } from '@palate/core/taste/brief/design-document.ts'
import { designTokensOf } from '@palate/core/taste/brief/design-tokens.ts'
import { designColoursOf, paletteOf } from '@palate/core/taste/brief/palette.ts'
import { representativesOf } from '@palate/core/taste/brief/representatives.ts'
import { isLearnable } from '@palate/core/taste/dimensions.ts'
import { adviceOnMissingSide } from '@palate/core/taste/judgements/missing-side.ts'
import { beliefOf } from '@palate/core/taste/simple-tastes/belief.ts'
import { hasEnoughLabels, thresholdOf } from '@palate/core/taste/verdict/threshold.ts'
import type { Threshold } from '@palate/core/taste/verdict/threshold-schema.ts'
import { rethrowForClient } from '../../pictures/client-fault.ts'
import { thumbnailPath } from '../../pictures/thumbnails/thumbnail-path.ts'
import type { FramesPort } from '../../ports/frames.ts'
import type { State } from '../../ports/states.ts'
import type { Db } from '../../store/schema.ts'
import { fitInputsOf } from '../learning/fit-inputs.ts'
import type { Asker, Models } from '../learning/models.ts'
import { findValidation, validatedExamples } from '../learning/progress.ts'
import { summaryInputOf } from '../learning/taste-summaries.ts'
import type { TrainingSet } from '../training-sets/training-set.ts'
import type { TrainingSetLoader } from '../training-sets/training-set-loader.ts'
import { findElementNames } from './element-names.ts'
import { type LabelledExample, labelledExamples } from './labelled-examples.ts'
import type { MeasureColours } from './picture-colours.ts'
import type { MeasureDesigns } from './picture-designs.ts'

interface BriefParts {
  readonly modelId: string
  readonly models: Pick<Models, 'validation' | 'verdictBasis' | 'model'>
  readonly measureColours: MeasureColours
  readonly library: Pick<FramesPort, 'findFrames'>
}

/** The palette is measured on the newest good examples. More take longer and change it little. */
const palettePicturesMax = 40
/** Thumbnails of some may be missing. */
const candidatesMax = 2 * examplesPerSideMax

/**
 * Describes the taste of a state. Pictures that can no longer be shown are left out. The examples are those of one person
 * if that is named, who judges blind.
 */
export type DescribeTaste = (db: Db, state: State, signal: AbortSignal, examplesBy?: string) => Promise<Brief>

/** What the good examples look like to a designer. */
export type DescribeDesign = (state: State, signal: AbortSignal) => Promise<MeasuredDesign>

/** Originals are larger than thumbnails, and a few screens show the design of all. */
const designPicturesMax = 12

export function createDescribeDesign({
  measureColours,
  measureDesigns,
  trainingSets,
}: Pick<BriefParts, 'measureColours'> & {
  readonly measureDesigns: MeasureDesigns
  readonly trainingSets: TrainingSetLoader
}): DescribeDesign {
  return async (state, signal) => {
    const { accountId } = state
    const trainingSet = await trainingSets.load(state, signal).catch(rethrowForClient)
    const hashes = labelledExamples(trainingSet, true)
      .slice(0, designPicturesMax)
      .map(({ contentHash }) => contentHash)
    const designs = await measureDesigns(accountId, hashes, signal).catch(rethrowForClient)
    const originals = designs.flatMap((design) => (design ? [design.colours] : []))
    // Thumbnails remain when originals are gone.
    const colours = originals.length > 0 ? originals : await measureColours(accountId, hashes, signal)
    return {
      colours: designColoursOf(colours.flatMap((swatches) => (swatches ? [swatches] : []))),
      tokens: designTokensOf(designs.flatMap((design) => (design?.screen ? [design.screen] : []))),
    }
  }
}

export function createDescribeTaste(parts: BriefParts & { readonly trainingSets: TrainingSetLoader }): DescribeTaste {
  return async (db, state, signal, examplesBy) => {
    const trainingSet = await parts.trainingSets.load(state, signal).catch(rethrowForClient)
    const asker = { accountId: state.accountId, signal }
    return makeBrief(parts, db, state, trainingSet, asker, examplesBy).catch(rethrowForClient)
  }
}

async function makeBrief(
  parts: BriefParts,
  db: Db,
  state: State,
  trainingSet: TrainingSet,
  asker: Asker,
  examplesBy: string | undefined,
): Promise<Brief> {
  const examplesOf = (isGood: boolean, max: number, by?: string) =>
    withColours(parts, labelledExamples(trainingSet, isGood, by).slice(0, max), asker)
  const good = await examplesOf(true, palettePicturesMax)
  const shownGood = examplesBy === undefined ? good : await examplesOf(true, candidatesMax, examplesBy)
  const shownBad = await examplesOf(false, candidatesMax, examplesBy)
  // The diagnostics validate the same, so both report the same figure and a new state rarely needs another validation.
  const validated = validatedExamples(trainingSet.examples.get('aesthetics'))
  const { heldOut } = await findValidation(parts.models, trainingSet, 'aesthetics', validated, asker)
  const examples = { good: shownGood.slice(0, examplesPerSideMax), bad: shownBad.slice(0, examplesPerSideMax) }
  const names = await findElementNames(parts.library, db, state, [...examples.good, ...examples.bad])
  const shown = ({ elementId, contentHash }: LabelledExample) => {
    const name = names.get(elementId)
    return { elementId, thumbnail: thumbnailPath(contentHash), ...(name !== undefined && { name }) }
  }
  const { taste } = await parts.models.model(fitInputsOf(trainingSet), 'aesthetics', asker)
  return briefOf({
    name: state.name,
    ...summaryInputOf(trainingSet),
    belief: beliefOf(taste),
    palette: paletteOf(good.map(({ colours }) => colours)),
    thresholds: await thresholdsOf(parts.models, state, trainingSet, asker),
    predicts: heldOut && { accuracy: heldOut.correct, judgements: heldOut.judgements },
    examples: { good: examples.good.map(shown), bad: examples.bad.map(shown) },
    representative: representativeElements(labelledExamples(trainingSet, true, examplesBy)),
    model: parts.modelId,
    advice: adviceOnMissingSide(
      (trainingSet.examples.get('aesthetics')?.labels ?? []).filter(({ picture }) => trainingSet.pictures.has(picture)),
      trainingSet.standIns?.length ?? 0,
    ),
  })
}

function representativeElements(good: readonly LabelledExample[]): readonly string[] {
  const indexes = representativesOf(
    good.map(({ embedding }) => embedding),
    representativesMax,
  )
  return indexes.map((i) => (good[i] as LabelledExample).elementId)
}

/** The examples that have a thumbnail, with its colours. */
async function withColours({ measureColours }: BriefParts, examples: readonly LabelledExample[], asker: Asker) {
  const hashes = examples.map(({ contentHash }) => contentHash)
  const colours = await measureColours(asker.accountId, hashes, asker.signal)
  return examples.flatMap((example, i) => {
    const measured = colours[i]
    return measured ? [{ ...example, colours: measured }] : []
  })
}

/** The thresholds of `aesthetics` and of the dimensions with a threshold that is set or learned. */
async function thresholdsOf(
  models: BriefParts['models'],
  { thresholds }: State,
  trainingSet: TrainingSet,
  asker: Asker,
): Promise<Readonly<Record<string, Threshold>>> {
  const inputs = fitInputsOf(trainingSet)
  const taught = [...trainingSet.examples].flatMap(([name, { labels }]) => {
    const good = labels.filter((label) => label.good).length
    return hasEnoughLabels(good, labels.length - good) ? [name] : []
  })
  const named = [...new Set(['aesthetics', ...Object.keys(thresholds), ...taught])].filter(isLearnable)
  const found: [string, Threshold][] = []
  for (const name of named.slice(0, briefDimensionsMax)) {
    const { heldOut } = await models.verdictBasis(inputs, name, asker)
    found.push([name, thresholdOf(heldOut, setThresholdOf(thresholds, name))])
  }
  return Object.fromEntries(found)
}
