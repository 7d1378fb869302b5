import { readFile, realpath, stat } from 'node:fs/promises'
import { extname, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { frameBytesMax } from '@palate/core/frames/size.ts'
import { describeBytes } from '@palate/core/generic/bytes.ts'
import { type PictureFile, ToolError } from '@palate/mcp/context.ts'
import { mediaTypes } from '../score/folder-walk.ts'

/** Reads pictures that an agent names by path, inside a directory unless `allowOutside` is set. */
export function createPictureReader(
  directory: string,
  { allowOutside = false }: { readonly allowOutside?: boolean | undefined },
) {
  return async (named: string): Promise<PictureFile> => {
    const path = resolve(directory, named.startsWith('file:') ? pathOf(named) : named)
    const mediaType = mediaTypes[extname(path).toLowerCase()]
    if (mediaType === undefined) {
      throw new ToolError(
        `${named} is not named like a picture. Pass a file that ends in ${Object.keys(mediaTypes).join(', ')}.`,
      )
    }
    // Follows links, so that one inside the directory cannot lead outside.
    const real = await realpath(path).catch(() =>
      refuse(`There is no file ${named}. Paths are relative to ${directory}.`),
    )
    const root = await realpath(directory)
    if (!allowOutside && !real.startsWith(root.endsWith(sep) ? root : root + sep)) {
      throw new ToolError(
        `${named} is outside ${directory}. Copy it there, or ask the person to start \`palate mcp --allow-outside\`.`,
      )
    }
    const found = await stat(real)
    if (!found.isFile()) throw new ToolError(`${named} is not a file.`)
    if (found.size > frameBytesMax) {
      throw new ToolError(`${named} is larger than ${describeBytes(frameBytesMax)}. Shrink it first.`)
    }
    const bytes = await readFile(real).catch((error: Error) => refuse(`${named} cannot be read: ${error.message}`))
    return { bytes, mediaType }
  }
}

function pathOf(url: string): string {
  try {
    return fileURLToPath(url)
  } catch {
    return refuse(`${url} is not the URL of a file.`)
  }
}

function refuse(message: string): never {
  throw new ToolError(message)
}
