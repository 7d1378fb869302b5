/** The colours of a picture: its ground, and what lies on it. */
type Palette = readonly [ground: string, ...others: string[]]

const palettes: readonly Palette[] = [
  ['#f3e9dc', '#c08552', '#5e3023', '#895737'],
  ['#0b132b', '#5bc0be', '#3a506b', '#ffffff'],
  ['#fdf6f0', '#e07a5f', '#3d405b', '#81b29a'],
  ['#111111', '#ff2e63', '#08d9d6', '#eaeaea'],
]
/** From a few quiet shapes to many. */
const amounts = [3, 9, 40]
const [width, height] = [960, 720]

/** Pictures to try teaching with: each palette, calm and busy. They are drawn here, so that the package need not have them. */
export async function samplePictures(): Promise<readonly File[]> {
  const files: File[] = []
  for (const [i, palette] of palettes.entries()) {
    for (const [j, amount] of amounts.entries()) {
      const blob = await draw(palette, amount, i * amounts.length + j)
      files.push(new File([blob], `sample-${files.length + 1}.png`, { type: 'image/png' }))
    }
  }
  return files
}

function draw([ground, ...others]: Palette, amount: number, seed: number): Promise<Blob> {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  const context = canvas.getContext('2d')
  if (!context) throw new Error('the browser has no canvas')
  context.fillStyle = ground
  context.fillRect(0, 0, width, height)
  // The golden ratio spreads them evenly, and the same way each time.
  const spread = (i: number, step: number) => ((seed + 1) * step + i * step) % 1
  for (let i = 0; i < amount; i++) {
    const [x, y] = [spread(i, 0.618034) * width, spread(i, 0.754878) * height]
    const size = (1.4 * height) / Math.sqrt(amount + 3) / (1 + (i % 3))
    context.fillStyle = others[i % others.length] ?? ground
    context.globalAlpha = i % 2 === 0 ? 1 : 0.7
    if ((seed + i) % 3 === 0) context.fillRect(x - size / 2, y - size / 3, size, size / 1.5)
    else {
      context.beginPath()
      context.arc(x, y, size / 2, 0, 2 * Math.PI)
      context.fill()
    }
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the picture could not be made'))), 'image/png')
  })
}
