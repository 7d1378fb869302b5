import type { PriorHead } from '@palate/core/taste/prior.ts'
import type { ChosenGroup, RatedGroup } from './crowd-utility.ts'
import { type Chooser, type Rater, readChoosers, readRaters, standardised } from './judgements.ts'
import { type Pictures, readPictures } from './picture-sets.ts'
import { fitSpace, onAxes, type Space } from './principal-axes.ts'
import { fitHead } from './prior-head.ts'

export type Crowd = {
  readonly photographs: Pictures
  readonly raters: readonly Rater[]
  readonly websites: Pictures
  readonly choosers: readonly Chooser[]
}

const about =
  'Fitted by scripts/fit-prior.ts on the beauty ratings of Brielmann & Pelli (2019) of photographs of the OASIS set ' +
  '(Kurdi et al. 2017) and the choices between website screenshots of calista-ai website-aesthetics-datasets (MIT).'

export async function readCrowd(folder: string): Promise<Crowd> {
  const { oasis: photographs, calista: websites } = await readPictures(folder, ['oasis', 'calista'])
  if (!photographs || !websites) throw new Error(`${folder} lacks oasis or calista`)
  const [raters, choosers] = await Promise.all([readRaters(folder, photographs), readChoosers(folder, websites)])
  return { photographs, raters, websites, choosers }
}

/** A head that never saw the photographs of one subset, nor anybody who rated them. */
export function headOf(crowd: Crowd, withoutSubset?: string): PriorHead {
  const subsets = subsetsOf(crowd).filter((subset) => subset !== withoutSubset)
  const space = spaceOf(crowd, subsets)
  return fitHead(space, ratedGroups(crowd, space, subsets), chosenGroup(crowd, space), about)
}

export function subsetsOf({ photographs }: Crowd): readonly string[] {
  return [...new Set(photographs.rows.map(({ subset = '' }) => subset))].sort()
}

export function spaceOf({ photographs, websites }: Crowd, subsets: readonly string[]): Space {
  const seen = photographs.embeddings.filter((_, i) => subsets.includes(photographs.rows[i]?.subset ?? ''))
  return fitSpace([...seen, ...websites.embeddings])
}

/** Everybody in a subset rated all of its pictures. */
export function ratedGroups(
  { photographs, raters }: Crowd,
  space: Space,
  subsets: readonly string[],
): readonly RatedGroup[] {
  return subsets.map((subset) => {
    const members = photographs.rows.flatMap((row, i) => (row.subset === subset ? [i] : []))
    const ratings = raters
      .filter((rater) => rater.subset === subset)
      .map((rater) => {
        const values = standardised(rater.ratings)
        return Float64Array.from(members, (picture) => values[rater.pictures.indexOf(picture)] ?? 0)
      })
    return { points: members.map((i) => onAxes(space, photographs.embeddings[i] ?? new Float32Array())), ratings }
  })
}

export function chosenGroup({ websites, choosers }: Crowd, space: Space): ChosenGroup {
  return {
    points: websites.embeddings.map((embedding) => onAxes(space, embedding)),
    choices: choosers.flatMap(({ choices }) => choices),
  }
}
