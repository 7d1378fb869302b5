import { useMutation } from '@tanstack/react-query'
import { libraryPath, libraryThumbnail } from '../../../api/frame-names.ts'
import { serviceUrl } from '../../../api/palate.ts'
import { saveFile } from '../../../files/save-file.ts'
import type { TrayPicture } from '../../../state/tray.ts'
import { ShownError } from '../../../ui/errors/describe-error.ts'

/** Downloads pictures of the library: the originals as a ZIP file, or small ones with names on a contact sheet. */
export function useSavePictures(title: string, pictures: readonly TrayPicture[]) {
  const save = useMutation({ mutationFn: (make: () => Promise<void>) => make() })
  const name = title.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-') || 'pictures'
  return {
    error: save.error,
    isPending: save.isPending,
    zip: () => save.mutate(async () => saveFile(await zipOf(pictures), 'application/zip', `${name}.zip`)),
    png: () =>
      save.mutate(async () => {
        const { contactSheetAsPng } = await import('./contact-sheet.ts')
        saveFile(await contactSheetAsPng(title, await smallOf(pictures)), 'image/png', `${name}.png`)
      }),
    pdf: () =>
      save.mutate(async () => {
        const { contactSheetAsPdf } = await import('./contact-sheet.ts')
        saveFile(await contactSheetAsPdf(title, await smallOf(pictures)), 'application/pdf', `${name}.pdf`)
      }),
  }
}

async function zipOf(pictures: readonly TrayPicture[]): Promise<Blob> {
  const { downloadZip } = await import('client-zip')
  async function* files() {
    for (const [i, { frameId, name }] of pictures.entries()) {
      const input = await read(libraryPath(frameId))
      const ending = input.type.split('/')[1]?.replace('jpeg', 'jpg') ?? 'bin'
      // The number keeps the order, and tells equal names apart.
      yield { name: `${String(i + 1).padStart(3, '0')} ${fileName(name)}.${ending}`, input }
    }
  }
  return downloadZip(files()).blob()
}

async function smallOf(pictures: readonly TrayPicture[]) {
  const found: { name: string; image: ImageBitmap }[] = []
  for (const { frameId, name } of pictures) {
    const image = await createImageBitmap(await read(`${libraryThumbnail(frameId)}?size=512`))
    found.push({ name, image })
  }
  return found
}

async function read(path: string): Promise<Blob> {
  const answer = await fetch(serviceUrl + path)
  if (!answer.ok) throw new ShownError('A picture could not be read. It may have been deleted from the library.')
  return answer.blob()
}

function fileName(name: string): string {
  return name.replaceAll(/[/\\:*?"<>|\p{Cc}]+/gu, '-').slice(0, 120)
}
