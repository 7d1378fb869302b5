import type { Canvas } from '../canvas.ts'
import { button } from '../controls.ts'

/** A question with choices in a box over a darkened page. */
export function drawDialog(canvas: Canvas): void {
  const { style, random, width, height } = canvas
  const { marginPx: margin, gapPx: gap, textPx } = style
  for (let y = margin; y < height; ) {
    const paragraph = canvas.place({ x: margin, y })
    y += canvas.text(paragraph.x, paragraph.y, width - 2 * margin, random.whole(2, 4)) + gap
  }
  canvas.shade(random.between(0.35, 0.6))
  const boxWidth = Math.min(width - margin, random.between(330, 480))
  const choices = random.whole(2, 4)
  const inset = 10 + gap * 0.7
  const inner = boxWidth - 2 * inset
  const choiceHeight = canvas.textHeight(1) + gap * 0.8
  const boxHeight =
    canvas.textHeight(1, 1.4) + canvas.textHeight(2) + choices * choiceHeight + textPx * 2 + 3 * gap + 2 * inset
  const x = (width - boxWidth) / 2
  let y = Math.max(10, (height - boxHeight) / 2)
  canvas.rect({ x, y, width: boxWidth, height: boxHeight }, style.background)
  y += inset
  const heading = canvas.place({ x: x + inset, y })
  y += canvas.text(heading.x, heading.y, inner * 0.7, 1, { scale: 1.4, lastLine: 0.9 })
  const question = canvas.place({ x: x + inset, y })
  y += canvas.text(question.x, question.y, inner, 2, { ink: style.faintInk }) + gap
  for (let i = 0; i < choices; i++, y += choiceHeight) {
    const choice = canvas.place({ x: x + inset, y })
    canvas.circle(choice.x + textPx * 0.5, choice.y + textPx * 0.65, textPx * 0.5, canvas.accent())
    canvas.text(choice.x + textPx * 1.6, choice.y, inner * 0.6, 1, { lastLine: random.between(0.5, 1) })
  }
  y += gap
  for (const i of [0, 1]) {
    button(canvas, { x: x + inset + (i * (inner + gap)) / 2, y, width: (inner - gap) / 2, height: textPx * 1.8 + 6 })
  }
}
