import { libraryIdOf } from '../../../api/frame-names.ts'
import { libraryKey } from '../../../api/library.ts'
import { palate } from '../../../api/palate.ts'
import { queries } from '../../../api/queries.ts'
import type { TrayPicture } from '../../../state/tray.ts'
import { ShownError } from '../../../ui/errors/describe-error.ts'
import type { ScoreItem } from './score-items.ts'

export interface ItemsByPlace {
  readonly inLibrary: readonly TrayPicture[]
  /** Only scored. Their files are still at hand. */
  readonly onPage: readonly ScoreItem[]
  /** Of these the page has an address or an id alone. */
  readonly elsewhere: readonly ScoreItem[]
}

/** Where the files of results are. */
export function itemsByPlace(items: readonly ScoreItem[]): ItemsByPlace {
  return {
    inLibrary: items.flatMap(({ url, name }) => {
      const frameId = libraryIdOf(url)
      return frameId === undefined ? [] : [{ frameId, name }]
    }),
    onPage: items.filter(({ url, file }) => url === undefined && file !== undefined),
    elsewhere: items.filter(({ url, file }) => libraryIdOf(url) === undefined && (url !== undefined || !file)),
  }
}

/** Puts a picture that was only scored into the library. Returns its URI. */
export async function storeItem({ file, fileName }: ScoreItem, projectId: string): Promise<string> {
  if (!file) throw new ShownError('It was scored without being stored, and its file is no longer on this page.')
  const { url } = await palate.frames.upload(file, { projectId, name: fileName })
  void queries.invalidateQueries({ queryKey: libraryKey(projectId) })
  return url
}
