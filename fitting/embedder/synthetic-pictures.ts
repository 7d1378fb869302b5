/** Pictures for comparing embedders. A formula generates them, so they are identical on every machine. */
export const syntheticPictureNames = ['grey', 'ramps', 'rings', 'tiles'] as const
export type SyntheticPictureName = (typeof syntheticPictureNames)[number]

/** About the area that the built-in embedder expects, in several aspect ratios, with even and odd sides. */
const sizes: Readonly<Record<SyntheticPictureName, readonly [width: number, height: number]>> = {
  grey: [224, 224],
  ramps: [299, 168],
  rings: [168, 299],
  tiles: [259, 194],
}

export function syntheticPicture(name: SyntheticPictureName): { width: number; height: number; data: Uint8Array } {
  const [width, height] = sizes[name]
  const data = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) data.set(painters[name](x, y, width, height), (y * width + x) * 3)
  }
  return { width, height, data }
}

type Colour = readonly [number, number, number]

// Integer arithmetic only, so that every machine rounds the same.
const painters: Readonly<
  Record<SyntheticPictureName, (x: number, y: number, width: number, height: number) => Colour>
> = {
  grey: () => [128, 128, 128],
  ramps: (x, y, width, height) => [
    Math.floor((x * 255) / width),
    Math.floor((y * 255) / height),
    Math.floor(((x + y) * 255) / (width + height)),
  ],
  rings: (x, y, width, height) => {
    const distance = (2 * x - width) ** 2 + (2 * y - height) ** 2
    return distance % 7919 < 4000 ? [230, 60, 40] : [20, 40, 90]
  },
  tiles: (x, y) => {
    const tile = Math.floor(x / 20) * 31 + Math.floor(y / 12) * 17
    return [(tile * 73) % 256, (tile * 151) % 256, (tile * 199) % 256]
  },
}
