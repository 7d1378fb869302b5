import { isDataUrl } from '../../picture-url.ts'
import { frameIdOf } from '../../taste/judgements/bradley-terry.ts'
import { type Element, type ElementKind, type ElementLists, elementKinds } from '../schema.ts'
import { referenceAtEnd } from '../text-blobs.ts'
import { addressOf, pictureOf } from './picture-sources.ts'
import { type IdentifyPicture, judgementsOf } from './subject.ts'

/** Elements that are about the same thing and say different things. */
export interface Contradiction {
  readonly kind: ElementKind
  /** The question, the picture or the two frames, as the first of the elements names them. */
  readonly about: string
  readonly elements: readonly string[]
}

/** So much of a question is shown to name a contradiction. */
export const questionCharactersMax = 500

export function contradictionsIn(state: ElementLists, identify: IdentifyPicture = addressOf): readonly Contradiction[] {
  const read = judgementsOf(state, identify)
  return elementKinds.flatMap((kind) => {
    const judged = state[kind].flatMap((element) => {
      const judgement = read(kind, element)
      return judgement ? [{ element, ...judgement }] : []
    })
    return [...Map.groupBy(judged, ({ about }) => about).values()].flatMap((same) => {
      const [first] = same
      if (!first || same.every(({ says }) => says === first.says)) return []
      return [{ kind, about: nameOf(kind, first.element, identify), elements: same.map(({ element }) => element.id) }]
    })
  })
}

/** For people: a few words, or an address. A picture that is data has none. */
function nameOf(kind: ElementKind, element: Element, identify: IdentifyPicture): string {
  if (kind === 'constraints') {
    return String(element.question ?? element.questionId)
      .trim()
      .slice(0, questionCharactersMax)
      .toWellFormed()
  }
  if (kind === 'comparisons') return `${frameIdOf(element.frameA)}, ${frameIdOf(element.frameB)}`
  const picture = pictureOf(element)
  if (!picture || 'frameId' in picture) return String(element.frameId)
  const isData = isDataUrl(picture.url) || referenceAtEnd(picture.url) !== undefined
  return isData ? identify(picture) : picture.url
}
