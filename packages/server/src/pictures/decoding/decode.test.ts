import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Color, type Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'
import type { FrameFault } from '../picture-faults.ts'
import { decodePicture as decode, forAttributes, forEmbedder, type PictureShape } from './decode.ts'

const square: PictureShape = { shape: 'square', side: 224 }

async function decodePicture(bytes: Uint8Array, wanted: PictureShape) {
  const picture = await decode(bytes, wanted)
  return { ...picture, forEmbedder: forEmbedder(picture, wanted), forAttributes: forAttributes(picture) }
}

/** Left half red, right half blue. */
function halves(width: number, height: number): Sharp {
  const data = new Uint8Array(width * height * 3)
  for (let at = 0; at < width * height; at += 1) data.set(at % width < width / 2 ? [255, 0, 0] : [0, 0, 255], at * 3)
  return sharp(data, { raw: { width, height, channels: 3 } })
}

function plain(background: Color, width = 32, height = 32): Sharp {
  return sharp({ create: { width, height, channels: 4, background } })
}

function pixelAt(picture: { width: number; data: Uint8Array }, x: number, y: number): readonly number[] {
  return [...picture.data.subarray((y * picture.width + x) * 3, (y * picture.width + x) * 3 + 3)]
}

async function codeOf(bytes: Uint8Array): Promise<string> {
  return decodePicture(bytes, square).then(
    () => 'decoded',
    (fault: FrameFault) => fault.code,
  )
}

describe('a picture', () => {
  test.each(['png', 'webp', 'gif', 'avif', 'jpeg'] as const)('is read as %s', async (format) => {
    const options = { avif: { lossless: true }, webp: { lossless: true }, jpeg: { quality: 100 }, png: {}, gif: {} }[
      format
    ]
    const bytes = await halves(320, 180).toFormat(format, options).toBuffer()
    const picture = await decodePicture(bytes, square)
    expect([picture.format, picture.width, picture.height]).toEqual([format, 320, 180])
    expect([picture.forEmbedder.width, picture.forEmbedder.height]).toEqual([224, 224])
    expect([picture.forAttributes.width, picture.forAttributes.height]).toEqual([224, 126])
    for (const { pixels, y } of [
      { pixels: picture.forEmbedder, y: 200 },
      { pixels: picture.forAttributes, y: 100 },
    ]) {
      for (const [channel, value] of [255, 0, 0].entries()) {
        expect(Math.abs((pixelAt(pixels, 10, y)[channel] ?? Number.NaN) - value)).toBeLessThanOrEqual(3)
      }
      expect(pixelAt(pixels, 210, y)[2]).toBeGreaterThanOrEqual(252)
    }
  })

  test('for the embedder equals a plain resize of the whole picture', async () => {
    const bytes = await halves(640, 360).png().toBuffer()
    const expected = await sharp(bytes).resize(224, 224, { fit: 'fill' }).raw().toBuffer()
    const { forEmbedder } = await decodePicture(bytes, square)
    expect(Buffer.compare(forEmbedder.data, expected)).toBe(0)
  })

  test('keeps its proportions for the attributes, and is never enlarged for them', async () => {
    const sizeOf = async (width: number, height: number, wanted = square) => {
      const { forAttributes } = await decodePicture(await halves(width, height).png().toBuffer(), wanted)
      return [forAttributes.width, forAttributes.height]
    }
    expect(await sizeOf(300, 600)).toEqual([112, 224])
    expect(await sizeOf(40, 20)).toEqual([40, 20])
    expect(await sizeOf(3000, 2)).toEqual([224, 1])
    expect(await sizeOf(1, 1)).toEqual([1, 1])
    expect(await sizeOf(1000, 500, { shape: 'square', side: 384 })).toEqual([256, 128])
    expect(await sizeOf(1000, 500, { shape: 'square', side: 32 })).toEqual([224, 112])
  })

  test('has the size and shape that the embedder expects', async () => {
    const bytes = await halves(1000, 500).png().toBuffer()
    const sizeFor = async (wanted: PictureShape) => {
      const { forEmbedder } = await decodePicture(bytes, wanted)
      expect(forEmbedder.data.length).toBe(forEmbedder.width * forEmbedder.height * 3)
      return [forEmbedder.width, forEmbedder.height]
    }
    expect(await sizeFor({ shape: 'square', side: 32 })).toEqual([32, 32])
    expect(await sizeFor({ shape: 'square', side: 384 })).toEqual([384, 384])
    expect(await sizeFor({ shape: 'whole', side: 448 })).toEqual([634, 317])
    expect(await sizeFor({ shape: 'whole', side: 224 })).toEqual([317, 158])
  })

  test('in its own proportions has as many pixels as a square, and is never narrower than four to one', async () => {
    const sizeOf = async (width: number, height: number) => {
      const bytes = await halves(width, height).png().toBuffer()
      const { forEmbedder, forAttributes } = await decodePicture(bytes, { shape: 'whole', side: 224 })
      return [forEmbedder.width, forEmbedder.height, forAttributes.width, forAttributes.height]
    }
    expect(await sizeOf(1920, 1080)).toEqual([299, 168, 256, 144])
    expect(await sizeOf(600, 600)).toEqual([224, 224, 224, 224])
    expect(await sizeOf(40, 60)).toEqual([183, 274, 40, 60])
    expect(await sizeOf(3000, 2)).toEqual([448, 112, 256, 1])
    expect(await sizeOf(1, 9)).toEqual([112, 448, 1, 9])
  })

  test('is rotated by its EXIF orientation', async () => {
    const bytes = await halves(320, 160).withMetadata({ orientation: 6 }).jpeg({ quality: 100 }).toBuffer()
    const picture = await decodePicture(bytes, square)
    expect([picture.width, picture.height]).toEqual([160, 320])
    expect(pixelAt(picture.forEmbedder, 112, 10)[0]).toBeGreaterThan(250)
    expect(pixelAt(picture.forEmbedder, 112, 214)[2]).toBeGreaterThan(250)
  })

  test('is blended over white where it is transparent', async () => {
    const clear = await decodePicture(await plain({ r: 0, g: 0, b: 0, alpha: 0 }).png().toBuffer(), square)
    expect(pixelAt(clear.forEmbedder, 5, 5)).toEqual([255, 255, 255])
    const half = await decodePicture(await plain({ r: 255, g: 0, b: 0, alpha: 0.5 }).png().toBuffer(), square)
    expect(pixelAt(half.forEmbedder, 5, 5)).toEqual([255, 127, 127])
  })

  test('becomes sRGB with three channels from grey, 16 bits or CMYK', async () => {
    const grey = plain('#808080').flatten()
    for (const bytes of [
      await grey.clone().toColourspace('b-w').png().toBuffer(),
      await grey.clone().toColourspace('rgb16').png().toBuffer(),
    ]) {
      const { forEmbedder } = await decodePicture(bytes, square)
      expect(forEmbedder.data.length).toBe(224 * 224 * 3)
      expect(pixelAt(forEmbedder, 100, 100)).toEqual([128, 128, 128])
    }
    const { forEmbedder } = await decodePicture(await grey.clone().toColourspace('cmyk').jpeg().toBuffer(), square)
    expect(forEmbedder.data.length).toBe(224 * 224 * 3)
    expect(Math.abs((pixelAt(forEmbedder, 100, 100)[0] ?? 0) - 128)).toBeLessThan(16)
  })

  test('is the first frame of an animation', async () => {
    const frames = Buffer.concat([await plain('#ff0000').raw().toBuffer(), await plain('#0000ff').raw().toBuffer()])
    const animation = sharp(frames, { raw: { width: 32, height: 64, channels: 4, pageHeight: 32 } })
    for (const bytes of [
      await animation.clone().gif().toBuffer(),
      await animation.clone().webp({ lossless: true }).toBuffer(),
    ]) {
      const picture = await decodePicture(bytes, square)
      expect([picture.width, picture.height]).toEqual([32, 32])
      expect(pixelAt(picture.forEmbedder, 100, 200)).toEqual([255, 0, 0])
    }
  })
})

describe('bytes that are not a supported picture', () => {
  const text = (content: string) => new TextEncoder().encode(content)

  test.each([
    ['nothing', new Uint8Array()],
    ['HTML', text('<!doctype html><html></html>')],
    ['SVG', text('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>')],
    [
      'SVG after a declaration',
      text('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    ],
    ['PDF', text('%PDF-1.7\n')],
    ['HEIC', text('\0\0\0\x18ftypheic\0\0\0\0mif1heic')],
    ['only the magic number of a JPEG', Uint8Array.from([0xff, 0xd8, 0xff])],
    ['only the magic number of a PNG', Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10])],
    ['only a GIF header', text('GIF89a')],
    ['only an AVIF header', text('\0\0\0\x18ftypavif\0\0\0\0mif1avif')],
    ['only a WebP header', text('RIFF\x10\0\0\0WEBPVP8 ')],
  ])('are refused: %s', async (_, bytes) => {
    expect(await codeOf(bytes)).toBe('not_an_image')
  })

  test('are refused: TIFF', async () => {
    expect(await codeOf(await halves(8, 8).tiff().toBuffer())).toBe('not_an_image')
  })

  test.each([
    ['the file is empty: save or upload it again', new Uint8Array()],
    ['this is a HEIC picture: convert it to PNG or JPEG', text('\0\0\0\x18ftypheic\0\0\0\0mif1heic')],
    ['this is a HEIC picture: convert it to PNG or JPEG', text('\0\0\0\x14ftypmif1\0\0\0\0mif1')],
    ['this is an SVG drawing: convert it to PNG or JPEG', text('<?xml version="1.0"?>\n<svg width="9"/>')],
    ['this is a web page: use the picture itself', text('\n<!doctype html><title>404</title>')],
    ['this is a TIFF picture: convert it to PNG or JPEG', text('MM\0*')],
    ['this is a BMP picture: convert it to PNG or JPEG', text('BM\x46\0\0\0\0\0\0\0')],
    ['this is a PDF document: convert it to PNG or JPEG', text('%PDF-1.7\n')],
    ['this JPEG is damaged or incomplete: save or upload it again', Uint8Array.from([0xff, 0xd8, 0xff])],
    ['this is not a JPEG, PNG, WebP, GIF or AVIF picture', text('BMW and <svg> in a text')],
  ])('say what they are and what to do: %s', async (message, bytes) => {
    await expect(decodePicture(bytes, square)).rejects.toThrow(new RegExp(`^${message}$`))
  })

  test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)('are refused: a %s that ends early', async (format) => {
    const whole = await halves(640, 360).toFormat(format).toBuffer()
    expect(await codeOf(whole)).toBe('decoded')
    for (const share of [0.9, 0.5, 0.2]) {
      expect(await codeOf(whole.subarray(0, Math.floor(whole.length * share)))).toBe('not_an_image')
    }
  })

  test('are refused with a message that reveals nothing about the decoder', async () => {
    const whole = await halves(64, 64).png().toBuffer()
    await expect(decodePicture(whole.subarray(0, 60), square)).rejects.toThrow(
      /^this PNG is damaged or incomplete: save or upload it again$/,
    )
  })
})

describe('a picture with too many pixels', () => {
  /** A PNG of this size whose data decompresses to zeros. */
  function blackPng(width: number, height: number): Uint8Array {
    const size = Buffer.alloc(8)
    size.writeUInt32BE(width, 0)
    size.writeUInt32BE(height, 4)
    const header = chunk('IHDR', Buffer.concat([size, Buffer.from([1, 0, 0, 0, 0])]))
    const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height))
    return Buffer.concat([
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      header,
      chunk('IDAT', rows),
      chunk('IEND', Buffer.of()),
    ])
  }

  function chunk(name: string, data: Buffer): Buffer {
    const body = Buffer.concat([Buffer.from(name), data])
    const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    checksum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, checksum])
  }

  test('is refused from its header', async () => {
    expect(await codeOf(blackPng(20_000, 20_000))).toBe('image_too_large')
    expect(await codeOf(blackPng(1_000_000, 51))).toBe('image_too_large')
    expect(await codeOf(blackPng(10_000, 5_001))).toBe('image_too_large')
  })

  test('has more than fifty million', async () => {
    expect(await codeOf(blackPng(10_000, 5_000))).toBe('decoded')
  })
})

describe('a JPEG whose header claims more pixels than there are', () => {
  /** Writes another size into the header. */
  function claim(bytes: Buffer, [width, height]: readonly [number, number]): Buffer {
    const claimed = Buffer.from(bytes)
    let at = 2
    while (![0xc0, 0xc2].includes(claimed.readUInt8(at + 1))) at += 2 + claimed.readUInt16BE(at + 2)
    claimed.writeUInt16BE(height, at + 5)
    claimed.writeUInt16BE(width, at + 7)
    return claimed
  }

  test.each([
    [false, [320, 360]],
    [false, [640, 180]],
    [false, [5000, 5000]],
    [true, [320, 360]],
    [true, [640, 180]],
  ] as const)('is refused (progressive: %s, %j)', async (progressive, size) => {
    const bytes = await halves(320, 180).jpeg({ progressive }).toBuffer()
    expect(await codeOf(claim(bytes, [320, 180]))).toBe('decoded')
    expect(await codeOf(claim(bytes, size))).toBe('not_an_image')
  })

  test('is told from one with harmless bytes before its end', async () => {
    const bytes = await halves(320, 180).jpeg({ progressive: true }).toBuffer()
    const padded = Buffer.concat([bytes.subarray(0, -2), Buffer.alloc(20, 1), bytes.subarray(-2)])
    expect(await codeOf(padded)).toBe('decoded')
  })
})
