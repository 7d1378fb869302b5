import { frameIdOfUrl } from '@palate/core/frames/references.ts'
import { z } from 'zod'
import { type McpContext, ToolError } from './context.ts'

/** A picture as a call names it, and a URL that the service can read. */
export interface Picture {
  readonly name: string
  readonly url: string
  /** If it is in the library. */
  readonly frameId?: string | undefined
}

const urlCharactersMax = 4096

export const pictureInput = z
  .string()
  .min(1)
  .max(urlCharactersMax)
  .describe('A file path (local server only), an http(s) URL, or frame:<id>')

/** For requests that look at a picture once: the bytes of a file are sent along. */
export async function readPicture(context: McpContext, given: string): Promise<Picture> {
  if (isAddress(given)) return { name: nameOf(given), url: given }
  const { bytes, mediaType } = await readFile(context, given)
  return { name: given, url: `data:${mediaType};base64,${Buffer.from(bytes).toString('base64')}` }
}

/** For judgements, which outlive a file: the library of the project keeps it. */
export async function storePicture(context: McpContext, projectId: string, given: string): Promise<Picture> {
  if (isAddress(given)) return pictureAt(given)
  const { bytes } = await readFile(context, given)
  const name = given.split(/[\\/]/).at(-1) ?? given
  const { url } = await context.palate.frames.upload(bytes, { projectId, name })
  return { ...pictureAt(url), name: given }
}

/** The picture at a URL that the service can read. */
export function pictureAt(url: string): Picture {
  return { name: nameOf(url), url, frameId: frameIdOfUrl(url) }
}

function isAddress(given: string): boolean {
  if (/^data:/i.test(given)) throw new ToolError('Pass a picture as a path, a URL or frame:<id>, not as data.')
  return /^(https?:\/\/|frame:)/i.test(given)
}

/** The end of a URL, which people recognise. */
function nameOf(address: string): string {
  if (!URL.canParse(address) || address.startsWith('frame:')) return address
  return new URL(address).pathname.split('/').findLast(Boolean) ?? address
}

function readFile({ readPicture }: McpContext, path: string) {
  if (readPicture) return readPicture(path)
  throw new ToolError(
    `${path} is not an http(s) URL or frame:<id>. This server cannot read files: upload the picture first, or use \`palate mcp\` on the machine that has it.`,
  )
}
