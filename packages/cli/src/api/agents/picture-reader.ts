import { readFileSync } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { extname, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ToolError } from '@palate/mcp/context.ts'
import { pictureExtensions } from '../score/folder-walk.ts'
import { pictureToSend, refuseSize } from '../score/inputs.ts'

/**
 * Reads pictures that an agent names by path, inside a directory unless `allowOutside` is set. One that is larger than the
 * service scores is made smaller.
 */
export function createPictureReader(
  directory: string,
  { allowOutside = false }: { readonly allowOutside?: boolean | undefined },
) {
  return async (named: string): Promise<Uint8Array<ArrayBuffer>> => {
    const path = resolve(directory, named.startsWith('file:') ? pathOf(named) : named)
    if (!pictureExtensions.includes(extname(path).toLowerCase())) {
      throw new ToolError(
        `${named} is not named like a picture. Pass a file that ends in ${pictureExtensions.join(', ')}.`,
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
    const read = () => {
      refuseSize(found.size)
      return readFileSync(real)
    }
    const bytes = await pictureToSend({ id: named, read }).catch((error: Error) =>
      refuse(`${named} cannot be used: ${error.message}.`),
    )
    return new Uint8Array(bytes)
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
