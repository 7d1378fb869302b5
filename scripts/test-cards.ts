/** Pictures that are the same everywhere because a formula makes them, to compare embedders on. */
export const testCards = ['grey', 'ramps', 'rings', 'tiles'] as const
export type TestCard = (typeof testCards)[number]

export function testCard(name: TestCard, sidePx: number): { width: number; height: number; data: Uint8Array } {
  const data = new Uint8Array(sidePx * sidePx * 3)
  for (let y = 0; y < sidePx; y++) {
    for (let x = 0; x < sidePx; x++) data.set(painters[name](x, y, sidePx), (y * sidePx + x) * 3)
  }
  return { width: sidePx, height: sidePx, data }
}

type Colour = readonly [number, number, number]

// Integers only, so that no two machines round differently.
const painters: Readonly<Record<TestCard, (x: number, y: number, side: number) => Colour>> = {
  grey: () => [128, 128, 128],
  ramps: (x, y, side) => [
    Math.floor((x * 255) / side),
    Math.floor((y * 255) / side),
    Math.floor(((x + y) * 255) / (2 * side)),
  ],
  rings: (x, y, side) => {
    const distance = (2 * x - side) ** 2 + (2 * y - side) ** 2
    return distance % 7919 < 4000 ? [230, 60, 40] : [20, 40, 90]
  },
  tiles: (x, y) => {
    const tile = Math.floor(x / 20) * 31 + Math.floor(y / 12) * 17
    return [(tile * 73) % 256, (tile * 151) % 256, (tile * 199) % 256]
  },
}
