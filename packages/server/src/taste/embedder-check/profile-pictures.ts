import { frameIdOfUrl } from '@palate/core/frames/references.ts'
import { isDataUrl } from '@palate/core/picture-url.ts'
import type { PictureSource } from '@palate/core/profile/subject/picture-sources.ts'
import { limitExamples } from '@palate/core/taste/judgements/example-limit.ts'
import { namePictures } from '@palate/core/taste/judgements/picture-names.ts'
import { trainingExamplesOf } from '@palate/core/taste/judgements/training-examples.ts'
import { readDataUrl } from '../../pictures/fetching/data-url.ts'
import { defaultFetchLimits } from '../../pictures/fetching/fetch-limits.ts'
import type { Fetcher } from '../../pictures/fetching/fetcher.ts'
import type { FramesPort } from '../../ports/frames.ts'
import type { State } from '../../ports/states.ts'
import type { Store } from '../../store/store.ts'
import { checkedPicturesMax, type JudgedPictures } from './judged-pictures.ts'

interface Sources {
  readonly store: Pick<Store, 'read'>
  readonly frames: FramesPort
  readonly fetcher: Fetcher
}

/** A profile's judgements along a dimension, with the current pictures. Stores nothing. */
export async function readProfilePictures(sources: Sources, state: State, dimension: string): Promise<JudgedPictures> {
  const { examples: limited } = limitExamples(trainingExamplesOf(await state.elements()).byDimension)
  const judged = limited.get(dimension) ?? { labels: [], comparisons: [], constraints: [] }
  const { examples, sources: named } = namePictures(new Map([[dimension, judged]]))
  const pictures = new Map<string, Uint8Array>()
  for (const [name, source] of [...named].slice(0, checkedPicturesMax)) {
    const bytes = await readPicture(sources, state, source).catch(() => undefined)
    if (bytes) pictures.set(name, bytes)
  }
  const none = { labels: [], comparisons: [], constraints: [] }
  return {
    pictures,
    dimension,
    examples: examples.get(dimension) ?? none,
    seed: state.seed,
    unreadable: named.size - pictures.size,
  }
}

/** Undefined for a scored frame whose picture was not kept. */
async function readPicture(
  { store, frames, fetcher }: Sources,
  state: State,
  source: PictureSource,
): Promise<Uint8Array | undefined> {
  const { accountId, projectId } = state
  const url = 'url' in source ? await state.resolveAddress(source.url) : undefined
  if (url !== undefined && isDataUrl(url)) return readDataUrl(url, defaultFetchLimits.frameBytesMax).bytes
  const frameId = 'frameId' in source ? source.frameId : frameIdOfUrl(url ?? '')
  if (frameId === undefined) {
    const answer = await fetcher.fetch(url ?? '')
    return answer === 'not_modified' ? undefined : answer.bytes
  }
  const frame = (await frames.findFrames(store.read, { accountId, projectId }, [frameId])).get(frameId)
  return frame && frames.readBytes(store.read, accountId, frame.contentHash)
}
