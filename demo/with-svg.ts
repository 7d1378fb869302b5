import sharp from 'sharp'

const svg = { operation: ['VipsForeignLoadSvg'] }
let users = 0

/** Lets sharp read SVG while the work runs. The service's decoder, once loaded, blocks SVG for the whole process. */
export async function withSvg<Result>(work: () => Promise<Result>): Promise<Result> {
  users += 1
  sharp.unblock(svg)
  try {
    return await work()
  } finally {
    users -= 1
    if (users === 0) sharp.block(svg)
  }
}
