import { type Element, type ElementLists, elementKinds } from '../schema.ts'
import { namesOf, type PictureSource } from './picture-sources.ts'
import { subjectOf } from './subject.ts'

/** All pictures that the elements of a state are about. */
export function subjectPictures(state: ElementLists): readonly PictureSource[] {
  return picturesOfElements(state, () => true)
}

/**
 * The pictures of elements whose id is missing in some of the states. To match elements with different ids, only these
 * need to be compared by content.
 */
export function differingPictures(states: readonly ElementLists[]): readonly PictureSource[] {
  const isShared = elementKinds.map((kind) => {
    const ids = states.map((state) => new Set(state[kind].map(({ id }) => id)))
    return [kind, ({ id }: Element) => ids.every((known) => known.has(id))] as const
  })
  const sharedIn = new Map(isShared)
  return states.flatMap((state) => picturesOfElements(state, (kind, element) => !sharedIn.get(kind)?.(element)))
}

function picturesOfElements(
  state: ElementLists,
  isWanted: (kind: 'exemplars' | 'comparisons', element: Element) => boolean,
): readonly PictureSource[] {
  const names = namesOf(state.exemplars)
  return (['exemplars', 'comparisons'] as const).flatMap((kind) =>
    state[kind].flatMap((element) => {
      const subject = isWanted(kind, element) ? subjectOf(kind, element, names) : undefined
      return subject && 'pictures' in subject ? subject.pictures : []
    }),
  )
}
