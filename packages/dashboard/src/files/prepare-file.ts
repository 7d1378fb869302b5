/** Longer sides are shrunk to this many pixels before uploading. Scores are computed from far fewer. */
export const uploadSideMax = 2048

/** The formats that the service reads. */
export const serviceTypes: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/avif',
])

const vectorType = 'image/svg+xml'
/** The longer side of a drawing that is smaller, or says nothing about its size. */
const vectorSideMin = 1024

export interface PreparedFile {
  readonly file: File
  /** Width by height, if the browser could read it. */
  readonly ratio?: number
  readonly isShrunk: boolean
}

/** A file that neither the browser nor the service can read. Trying again does not help. */
export class UnreadableFile extends Error {}

/**
 * The file as it is uploaded: shrunk if it is large, and converted if only the browser can read it, such as SVG, or HEIC
 * in Safari. Animations stay as they are.
 */
export async function prepareFile(file: File): Promise<PreparedFile> {
  if (file.type === vectorType) return drawVector(file)
  const picture = await readPicture(file)
  if (picture === undefined) {
    if (serviceTypes.has(file.type)) return { file, isShrunk: false }
    throw new UnreadableFile(explainUnreadable(file.name))
  }
  const { width, height } = picture
  const ratio = width / height
  const isLarge = Math.max(width, height) > uploadSideMax
  const isTaken = serviceTypes.has(file.type)
  try {
    if (isTaken && (!isLarge || file.type === 'image/gif')) return { file, ratio, isShrunk: false }
    const scale = Math.min(1, uploadSideMax / Math.max(width, height))
    const blob = await draw(picture, scale, file.type, picture)
    return { file: new File([blob], renamed(file.name, blob.type), { type: blob.type }), ratio, isShrunk: isLarge }
  } finally {
    picture.close()
  }
}

const endings: Readonly<Record<string, string>> = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' }

/** The name with the ending of another type. */
export function renamed(name: string, type: string): string {
  const ending = endings[type] ?? 'png'
  const isSame = new RegExp(`\\.${ending === 'jpg' ? 'jpe?g' : ending}$`, 'i').test(name)
  return isSame ? name : `${name.replace(/\.\w{1,5}$/, '')}.${ending}`
}

const explanations: readonly (readonly [RegExp, string])[] = [
  [/\.(heic|heif)$/i, 'This browser cannot open HEIC pictures. Use Safari, or export it as JPEG.'],
  [/\.(cr[23w]|nef|arw|raf|orf|rw2|dng)$/i, 'This is a camera raw file. Export it as JPEG.'],
  [/\.(tiff?|psd|ai|pdf|sketch|fig)$/i, 'This format cannot be opened here. Export it as JPEG or PNG.'],
]

export function explainUnreadable(name: string): string {
  const known = explanations.find(([pattern]) => pattern.test(name))
  return known?.[1] ?? 'This is not a picture that can be opened. Use JPEG, PNG, WebP, GIF or AVIF.'
}

async function readPicture(file: File): Promise<ImageBitmap | undefined> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' })
  } catch {
    return undefined
  }
}

/** A drawing as pixels. Browsers run no script in it and load nothing for it. */
async function drawVector(file: File): Promise<PreparedFile> {
  const address = URL.createObjectURL(file)
  try {
    const image = new Image()
    image.src = address
    await image.decode()
    const { naturalWidth: width, naturalHeight: height } = image
    const side = Math.min(uploadSideMax, Math.max(vectorSideMin, width, height))
    const blob = await draw(image, side / Math.max(width, height), file.type, { width, height })
    const type = blob.type
    return { file: new File([blob], renamed(file.name, type), { type }), ratio: width / height, isShrunk: false }
  } catch {
    throw new UnreadableFile('This browser cannot draw this SVG file. Export it as PNG.')
  } finally {
    URL.revokeObjectURL(address)
  }
}

/** Writes WebP if the picture may be transparent. Browsers that cannot write WebP write PNG. */
async function draw(
  picture: CanvasImageSource,
  scale: number,
  type: string,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<Blob> {
  const canvas = new OffscreenCanvas(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)))
  const context = canvas.getContext('2d')
  if (context === null) throw new UnreadableFile('This browser has no memory left for the picture.')
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  const mayBeTransparent = type !== 'image/jpeg' && !/hei[cf]/.test(type)
  return canvas.convertToBlob({ type: mayBeTransparent ? 'image/webp' : 'image/jpeg', quality: 0.92 })
}
