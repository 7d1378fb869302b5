import type { Canvas } from '../canvas.ts'
import { button } from '../controls.ts'

/** A centred heading, and plans in a row or column with a price, features and a button. */
export function drawPlans(canvas: Canvas): void {
  const { style, random, width, height } = canvas
  const { marginPx: margin, gapPx: gap, textPx } = style
  const isWide = width > 600
  const plans = isWide ? random.whole(2, 4) : 2
  const heading = canvas.place({ x: width * 0.25, y: margin })
  canvas.text(heading.x, heading.y, width * 0.5, 1, { scale: 1.9, lastLine: 1 })
  const top = margin + canvas.textHeight(1, 1.9) + gap
  const inner = width - 2 * margin
  const planWidth = isWide ? (inner - (plans - 1) * gap) / plans : inner
  const planHeight = isWide ? (height - top - margin) * random.between(0.75, 1) : (height - top - gap - margin) / 2
  const inset = 8 + gap * 0.6
  for (let i = 0; i < plans; i++) {
    const at = isWide ? { x: margin + i * (planWidth + gap), y: top } : { x: margin, y: top + i * (planHeight + gap) }
    const plan = canvas.place({ ...at, width: planWidth, height: planHeight })
    canvas.rect(plan, style.surface, { stroke: style.line })
    canvas.rect({ x: plan.x, y: plan.y, width: plan.width, height: 6 }, canvas.accent(), { radius: 0 })
    let y = plan.y + inset
    y += canvas.text(plan.x + inset, y, planWidth * 0.5, 1, { scale: 1.1, lastLine: 0.9 })
    y += canvas.text(plan.x + inset, y, planWidth * 0.4, 1, { scale: 2, lastLine: 1 }) + gap * 0.5
    const bottom = plan.y + plan.height - inset - textPx * 2 - 6
    for (; y < bottom - textPx * 1.5; y += canvas.textHeight(1) + gap * 0.4) {
      const line = canvas.place({ x: plan.x + inset, y })
      canvas.circle(line.x + textPx * 0.35, line.y + textPx * 0.65, textPx * 0.35, canvas.accent())
      canvas.text(line.x + textPx * 1.2, line.y, planWidth - 2 * inset - textPx * 2, 1, {
        lastLine: random.between(0.5, 0.95),
      })
    }
    button(canvas, { x: plan.x + inset, y: bottom, width: planWidth - 2 * inset, height: textPx * 2 + 4 })
  }
}
