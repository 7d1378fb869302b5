import { frameIdOfUrl } from '@palate/core/frames/references.ts'
import { isDataUrl } from '@palate/core/picture-url.ts'
import { z } from 'zod'
import { type McpContext, ToolError } from './context.ts'

/** A picture as a call names it, and a URL that the service can read. */
export interface Picture {
  readonly name: string
  readonly url: string
  /** If it is in the library. */
  readonly frameId?: string | undefined
}

const addressCharactersMax = 4096
/** One mebibyte: several pictures must fit in a message. */
export const dataUrlCharactersMax = 1024 * 1024

export const pictureInput = z
  .string()
  .min(1)
  .superRefine((given, context) => {
    const max = isDataUrl(given) ? dataUrlCharactersMax : addressCharactersMax
    if (given.length > max) context.addIssue({ code: 'custom', message: tooLong(given, max) })
  })
  .describe('Path (local server only), http(s) URL, frame:<id>, or data URL up to 1 MiB')

function tooLong(given: string, max: number): string {
  const what = isDataUrl(given) ? 'A data URL' : 'A picture'
  return `${what} may have at most ${max} characters. ${uploadAdvice}`
}

const uploadAdvice =
  'Upload a larger picture with POST /api/frames/upload?projectId=… and pass the `url` of the answer (frame:<id>)'

/** A picture to score: a URL that the service can read, or the bytes of a file, which are sent along. */
export interface ScoredPicture {
  readonly name: string
  readonly content: string | Uint8Array
}

/** `index` is its place in the call. */
export async function pictureToScore(context: McpContext, given: string, index: number): Promise<ScoredPicture> {
  if (!isDataUrl(given) && !isAddress(given)) return { name: given, content: await readFile(context, given) }
  const { name, url } = await readPicture(context, given, index)
  return { name, content: url }
}

/** For requests that look at a picture once: the bytes of a file are sent along. `index` is its place in the call. */
export async function readPicture(context: McpContext, given: string, index = 0): Promise<Picture> {
  if (isDataUrl(given)) return { name: dataName(index), url: given.trim() }
  if (isAddress(given)) return { name: nameOf(given), url: given }
  const bytes = await readFile(context, given)
  // The service detects the format.
  return { name: given, url: `data:application/octet-stream;base64,${Buffer.from(bytes).toString('base64')}` }
}

/** For judgements, which outlive a file: the library of the project keeps it. */
export async function storePicture(context: McpContext, projectId: string, given: string, index = 0): Promise<Picture> {
  if (isAddress(given)) return pictureAt(given)
  const isData = isDataUrl(given)
  const bytes = isData ? bytesIn(given) : await readFile(context, given)
  const name = isData ? undefined : given.split(/[\\/]/).at(-1)
  const { url } = await context.palate.frames.upload(bytes, { projectId, ...(name !== undefined && { name }) })
  return { ...pictureAt(url), name: isData ? dataName(index) : given }
}

/** The newest frames of a library, which are searched for a name. */
const framesSearchedMax = 1000

/** Gives frames of the library the names of their files, which a person recognises. */
export async function namedInLibrary(
  { palate }: McpContext,
  projectId: string,
  pictures: readonly Picture[],
): Promise<(picture: Picture) => Picture> {
  const isUnnamed = ({ name, url }: Picture) => name === url && frameIdOfUrl(url) !== undefined
  const frames = pictures.some(isUnnamed)
    ? (await palate.frames.list({ projectId, limit: framesSearchedMax })).frames
    : []
  const names = new Map(frames.map(({ id, name }) => [id, name]))
  return (picture) => ({ ...picture, name: (isUnnamed(picture) && names.get(picture.frameId ?? '')) || picture.name })
}

/** The picture at a URL that the service can read. */
export function pictureAt(url: string): Picture {
  return { name: nameOf(url), url, frameId: frameIdOfUrl(url) }
}

function isAddress(given: string): boolean {
  return /^(https?:\/\/|frame:)/i.test(given)
}

function bytesIn(dataUrl: string): Uint8Array<ArrayBuffer> {
  const [, base64] = /^\s*data:image\/[\w.+-]+;base64,([\w+/=-]+)\s*$/i.exec(dataUrl) ?? []
  if (base64 === undefined) throw new ToolError('Pass data as `data:image/png;base64,` and the bytes in base64.')
  return new Uint8Array(Buffer.from(base64, 'base64'))
}

function dataName(index: number): string {
  return `picture ${index + 1}`
}

/** The end of a URL, which people recognise. */
function nameOf(address: string): string {
  if (!URL.canParse(address) || address.startsWith('frame:')) return address
  return new URL(address).pathname.split('/').findLast(Boolean) ?? address
}

function readFile({ readPicture }: McpContext, path: string) {
  if (readPicture) return readPicture(path)
  throw new ToolError(
    `${path} is neither an http(s) URL nor frame:<id>, and this server cannot read files. Send the picture as a data URL (up to 1 MiB). ${uploadAdvice}. Or use \`palate mcp\` on the machine that has the file.`,
  )
}
