import { cleanFileName } from '../../frames/file-name.ts'
import { frameIdOfUrl } from '../../frames/references.ts'
import type { Element } from '../schema.ts'
import { pictureOf } from './picture-sources.ts'

/**
 * What people call the picture of an exemplar: its `name`, else the file name in its URL. For a frame of the library, whose
 * name is stored there, this is the URL. Undefined if it has no name.
 */
export function pictureNameOf(exemplar: Element): string | undefined {
  const { name } = exemplar
  const given = cleanFileName(typeof name === 'string' ? name : undefined)
  if (given !== undefined) return given
  const source = pictureOf(exemplar)
  if (!source || !('url' in source)) return undefined
  return frameIdOfUrl(source.url) === undefined ? fileNameIn(source.url) : source.url
}

/** The end of the path, which people recognise. */
function fileNameIn(url: string): string | undefined {
  const [, path = ''] = /^https?:\/\/[^/?#]*([^?#]*)/i.exec(url) ?? []
  return cleanFileName(path.split('/').findLast(Boolean))
}
