import type { Profile } from '@palate/client'
import type { ComponentProps } from 'react'
import { useShownFrames } from '../../../api/project-frames.ts'
import { Reranking } from '../../../ui/pictures/reranking.tsx'
import { dimensionMember } from '../teach/pairs.ts'
import { useOpenPictures } from './lightbox-provider.tsx'

interface Props extends Omit<ComponentProps<typeof Reranking>, 'onOpen'> {
  readonly profile: Profile
  readonly dimension: string
}

/** Ranked frames that open large, with their labels in the dimension. */
export function OpenableReranking({ profile, dimension, frames, ...props }: Props) {
  const open = useOpenPictures()
  const { shown } = useShownFrames(profile.projectId)
  const items = frames.map(({ id, url, src, alt }) => ({
    key: id,
    name: alt,
    whole: shown({ id, url }).whole ?? src,
    about: { frameId: id, ...(url !== null && { url }), ...dimensionMember(dimension) },
  }))
  return <Reranking {...props} frames={frames} onOpen={(key) => open({ items, key })} />
}
