import sharp from 'sharp'

/** How a photograph is edited. Every member is optional; an empty edit changes nothing. */
export type Edit = {
  /** Crops to the centre: this share of the width and height. */
  readonly crop?: number
  /** Standard deviation of a Gaussian blur, in pixels. */
  readonly blur?: number
  /** Side of the blocks that replace pixels. */
  readonly block?: number
  /** Exponent of the tone curve: below 1 brightens. */
  readonly gamma?: number
  /** Slope around middle grey. */
  readonly contrast?: number
  /** Offset for every channel, in levels of 255. */
  readonly lift?: number
  /** Factor of the distance from grey. */
  readonly saturation?: number
  /** Factors of red, green and blue. */
  readonly gain?: Colour
  /** Colours for dark and light areas, and how much of the original they replace. */
  readonly tone?: { readonly dark: Colour; readonly light: Colour; readonly share: number }
  /** Number of remaining levels per channel. */
  readonly levels?: number
  /** Standard deviation of the noise, in levels of 255. */
  readonly grain?: number
  /** How much darker (or lighter, if negative) the corners are than the middle: 0 to 1. */
  readonly vignette?: number
  /** Width of a plain frame around the picture, as a share of its shorter side. */
  readonly border?: { readonly width: number; readonly colour: Colour }
}

export type Colour = readonly [red: number, green: number, blue: number]

const side = 500

/** The edited photograph as JPEG bytes. The same seed gives the same grain. */
export async function editPicture(bytes: Uint8Array, edit: Edit, random: () => number): Promise<Buffer> {
  const { data, info } = await geometryOf(bytes, edit)
  const { width, height } = info
  const colourAt = colourEdit(edit)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 3
      const light = 1 - (edit.vignette ?? 0) * cornerAt(x / (width - 1), y / (height - 1))
      const noise = edit.grain ? edit.grain * gaussian(random) : 0
      const colour = colourAt(data[at] as number, data[at + 1] as number, data[at + 2] as number)
      for (let channel = 0; channel < 3; channel++) {
        data[at + channel] = toByte((colour[channel] as number) * light + noise)
      }
    }
  }
  const picture = sharp(data, { raw: { width, height, channels: 3 } })
  if (edit.border) {
    const [r, g, b] = edit.border.colour
    const width = Math.round(edit.border.width * Math.min(info.width, info.height))
    picture.extend({ top: width, bottom: width, left: width, right: width, background: { r, g, b } })
  }
  return picture.jpeg({ quality: 92 }).toBuffer()
}

async function geometryOf(bytes: Uint8Array, { crop = 1, blur = 0, block = 1 }: Edit) {
  const { width, height } = await sharp(bytes).metadata()
  const [w, h] = [Math.round(width * crop), Math.round(height * crop)]
  const region = { left: (width - w) >> 1, top: (height - h) >> 1, width: w, height: h }
  const scale = side / Math.max(w, h)
  const size = [Math.round(w * scale), Math.round(h * scale)] as const
  let picture = sharp(bytes).toColourspace('srgb').removeAlpha().extract(region).resize(size[0], size[1])
  if (block > 1) {
    const small = await picture
      .resize(Math.round(size[0] / block), Math.round(size[1] / block))
      .png()
      .toBuffer()
    picture = sharp(small).resize(size[0], size[1], { kernel: 'nearest' })
  }
  if (blur > 0.3) picture = picture.blur(blur)
  return picture.raw().toBuffer({ resolveWithObject: true })
}

/** Tone, then colour, pixel by pixel. Intermediate values may leave the range 0 to 255. */
function colourEdit(edit: Edit): (red: number, green: number, blue: number) => Colour {
  const { gamma = 1, contrast = 1, lift = 0, saturation = 1, gain = [1, 1, 1], tone, levels } = edit
  const curve = Float64Array.from({ length: 256 }, (_, value) => {
    const toned = 255 * (value / 255) ** gamma
    return 128 + (toned - 128) * contrast + lift
  })
  const step = levels === undefined ? 0 : 255 / (levels - 1)
  const out = [0, 0, 0] as [number, number, number]
  return (red, green, blue) => {
    const channels = [curve[red], curve[green], curve[blue]] as unknown as Colour
    const grey = 0.299 * channels[0] + 0.587 * channels[1] + 0.114 * channels[2]
    const depth = Math.min(1, Math.max(0, grey / 255))
    for (let i = 0; i < 3; i++) {
      let value = (grey + saturation * ((channels[i] as number) - grey)) * (gain[i] as number)
      if (tone) {
        const toned = (tone.dark[i] as number) * (1 - depth) + (tone.light[i] as number) * depth
        value += tone.share * (toned - value)
      }
      out[i] = step > 0 ? Math.round(Math.min(255, Math.max(0, value)) / step) * step : value
    }
    return out
  }
}

/** 0 in the middle, 1 in the corners. */
function cornerAt(x: number, y: number): number {
  const distance = ((x - 0.5) ** 2 + (y - 0.5) ** 2) / 0.5
  return distance
}

function toByte(value: number): number {
  return Math.min(255, Math.max(0, Math.round(value)))
}

/** Box–Muller. */
function gaussian(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}
