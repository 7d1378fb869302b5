import type { Profile } from '@palate/client'
import { useElementPictures } from '../diff/use-element-pictures.ts'
import { Lightbox } from '../lightbox/lightbox.tsx'
import { useLabels } from '../lightbox/use-labels.ts'
import type { ShownExemplar } from './exemplars.ts'

interface Props {
  readonly profile: Profile
  readonly exemplars: readonly ShownExemplar[]
  readonly open: string | undefined
  readonly onOpen: (id: string | undefined) => void
}

/** The labelled pictures, the good ones first. */
export function LabelledLightbox({ profile, exemplars, open, onOpen }: Props) {
  const labels = useLabels(profile)
  const { nameOf } = useElementPictures(profile, { include_working: true })
  const inOrder = (['good', 'bad'] as const).flatMap((label) => exemplars.filter((one) => one.label === label))
  const items = inOrder.map(({ id, whole, exemplar }) => {
    const { label: _, ...about } = exemplar
    return { key: id, name: nameOf(exemplar), whole, about }
  })
  return <Lightbox profile={profile} items={items} labels={labels} open={open} onOpen={onOpen} />
}
