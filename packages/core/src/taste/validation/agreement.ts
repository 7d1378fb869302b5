import { usualAgreement } from '../gaussian-process/preference.ts'
import type { TasteModel } from '../gaussian-process/taste-model.ts'

export const stances = ['agree', 'own_way', 'opposite', 'unclear'] as const
export type Stance = (typeof stances)[number]

/** How far the owner agrees with people in general. */
export interface AgreementReport {
  /**
   * 1 if the owner follows the crowd's opinion as most people do, 0 if not at all, negative if the owner reverses it.
   */
  readonly factor: number
  readonly stance: Stance
  /** The stance in words. */
  readonly statement: string
}

const statements: Readonly<Record<Stance, string>> = {
  agree: 'You mostly agree with people in general',
  own_way: 'Your taste is independent of people in general',
  opposite: 'You mostly prefer the opposite of what people in general like',
  unclear: 'It is too early to tell how far you agree with people in general',
}

/** With at least this factor, an owner agrees; with at most its negative, the owner prefers the opposite. */
const agreeFactorMin = 0.4
/** A less probable stance is not reported. */
const stanceProbabilityMin = 0.7

/** Null if nothing was judged, or if the model does not know the crowd's opinion. */
export function agreementOf({ settings, observations, ...mixture }: TasteModel): AgreementReport | null {
  if (settings.agreement.length < 2 || observations.length === 0) return null
  const usual = usualAgreement(settings)
  const kinds = [
    ...mixture.components.map(({ weight, factor }) => ({ weight, factor: factor / usual })),
    // A simple taste ignores the crowd.
    ...mixture.simpleTastes.map(({ weight }) => ({ weight, factor: 0 })),
  ]
  const probabilityOf = (isSo: (factor: number) => boolean) =>
    kinds.reduce((sum, { weight, factor }) => sum + (isSo(factor) ? weight : 0), 0)
  const stance = stanceOf(
    probabilityOf((factor) => factor >= agreeFactorMin),
    probabilityOf((factor) => factor <= -agreeFactorMin),
  )
  const factor = kinds.reduce((sum, kind) => sum + kind.weight * kind.factor, 0)
  return { factor: Math.round(factor * 100) / 100 || 0, stance, statement: statements[stance] }
}

function stanceOf(agrees: number, opposes: number): Stance {
  if (agrees >= stanceProbabilityMin) return 'agree'
  if (opposes >= stanceProbabilityMin) return 'opposite'
  return 1 - agrees >= stanceProbabilityMin ? 'own_way' : 'unclear'
}
