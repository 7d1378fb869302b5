import type { McpContext } from '../context.ts'
import type { Picture } from '../pictures.ts'
import { askPage } from './ask-page.ts'
import { appMediaType } from './capability.ts'

/** The page that shows two pictures in the chat. */
export const askAppUri = 'ui://palate/ask.html'
/** The key in a result's `_meta` for what the page shows. Hosts give it to the page and not to the model. */
export const shownKey = 'palate/ask'
/** The tool that the page calls with the choice. */
export const chooseToolName = 'palate_choose'

const pictureSidePx = 384
/** Together. Clients refuse results that are much larger. */
export const shownBytesMax = 200_000

/** What the page needs. */
export interface ShownPair {
  readonly profile: string
  /** The id of the question. */
  readonly ask: string
  readonly dimension?: string | undefined
  readonly pictures: readonly { readonly name: string; readonly url: string; readonly webp: string }[]
}

export const listedAskPage = { name: 'Choose between two pictures', uri: askAppUri, mimeType: appMediaType }
export const askPageContent = {
  uri: askAppUri,
  mimeType: appMediaType,
  text: askPage,
  _meta: { ui: { prefersBorder: true } },
}

/** The pictures as data. Undefined if one is not in the library, or if they are too large. */
export async function picturesToShow(
  { palate }: McpContext,
  pair: readonly Picture[],
): Promise<ShownPair['pictures'] | undefined> {
  const pictures = []
  let bytesLeft = shownBytesMax
  for (const { name, url, frameId } of pair) {
    if (frameId === undefined) return undefined
    const bytes = Buffer.from(await (await palate.frames.thumbnail(frameId, { size: pictureSidePx })).arrayBuffer())
    bytesLeft -= bytes.length
    pictures.push({ name, url, webp: bytes.toString('base64') })
  }
  return bytesLeft < 0 ? undefined : pictures
}
