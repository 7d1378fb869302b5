import { useQuery } from '@tanstack/react-query'
import { palate } from './palate.ts'

/** As many as the service returns at most. */
const similarMax = 200

/** The ids of the frames that resemble one, the most similar first; undefined while they are not known. */
export function useSimilarFrames(id: string) {
  return useQuery({
    queryKey: ['similar-frames', id],
    queryFn: async ({ signal }) => {
      const { frames } = await palate.frames.similar({ id, limit: similarMax }, { signal })
      return frames.map(({ frame }) => frame.id)
    },
    enabled: id !== '',
  })
}

/** Near-duplicates and bursts of a project, by the ids of their frames. Read again when the library has changed. */
export function useStacks(projectId: string, frames: readonly { readonly id: string }[], isEnabled: boolean) {
  return useQuery({
    queryKey: ['stacks', projectId, frames.length, frames[0]?.id ?? ''],
    queryFn: async ({ signal }) => {
      const { stacks } = await palate.frames.stacks({ projectId }, { signal })
      return stacks.map(({ ids }) => ids)
    },
    staleTime: Number.POSITIVE_INFINITY,
    enabled: isEnabled && frames.length > 1,
    placeholderData: (before) => before,
  })
}
