import type { ChoiceGroup, RatedGroup } from './crowd-utility.ts'
import { type ChoiceMaker, type Rater, readChoiceMakers, readRaters, standardised } from './judgements.ts'
import { type PictureSet, readPictureSets } from './picture-sets.ts'
import { fitPrincipalAxes, type PrincipalAxes, project } from './principal-axes.ts'

/** The pictures and judgements for fitting the prior and for the taste benchmark. */
export type Crowd = {
  readonly photographs: PictureSet
  readonly raters: readonly Rater[]
  readonly websites: PictureSet
  readonly choiceMakers: readonly ChoiceMaker[]
}

export async function readCrowd(folder: string): Promise<Crowd> {
  const { oasis: photographs, calista: websites } = await readPictureSets(folder, ['oasis', 'calista'])
  if (!photographs || !websites) throw new Error(`${folder} lacks oasis or calista`)
  const [raters, choiceMakers] = await Promise.all([
    readRaters(folder, photographs),
    readChoiceMakers(folder, websites),
  ])
  return { photographs, raters, websites, choiceMakers }
}

/** The photographs come in subsets. A person rated every photograph of one subset and no other. */
export function subsetsOf({ photographs }: Crowd): readonly string[] {
  return [...new Set(photographs.rows.map(({ subset = '' }) => subset))].sort()
}

export function axesOf({ photographs, websites }: Crowd, subsets: readonly string[]): PrincipalAxes {
  const chosen = photographs.embeddings.filter((_, i) => subsets.includes(photographs.rows[i]?.subset ?? ''))
  return fitPrincipalAxes([...chosen, ...websites.embeddings])
}

export function ratedGroups(
  { photographs, raters }: Crowd,
  axes: PrincipalAxes,
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
    return { points: members.map((i) => project(axes, photographs.embeddings[i] ?? new Float32Array())), ratings }
  })
}

export function choiceGroup({ websites, choiceMakers }: Crowd, axes: PrincipalAxes): ChoiceGroup {
  return {
    points: websites.embeddings.map((embedding) => project(axes, embedding)),
    choices: choiceMakers.flatMap(({ choices }) => choices),
  }
}
