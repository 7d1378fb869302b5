import { usualAgreement } from '../gaussian-process/preference.ts'
import type { TasteModel } from '../gaussian-process/taste-model.ts'

export const stances = ['agree', 'own_way', 'opposite', 'unclear'] as const
export type Stance = (typeof stances)[number]

/** How far the owner goes along with people in general. */
export interface AgreementReport {
  /** 1 if the owner follows the crowd's opinion as most people do, 0 if not at all, negative if the owner turns it round. */
  readonly factor: number
  readonly stance: Stance
  /** The stance in words. */
  readonly statement: string
}

const statements: Readonly<Record<Stance, string>> = {
  agree: 'You and people in general: you mostly agree',
  own_way: 'You and people in general: you go your own way',
  opposite: 'You and people in general: you mostly prefer the opposite',
  unclear: 'You and people in general: it is too early to tell',
}

/** From this factor on an owner agrees; at its negative and below, the owner prefers the opposite. */
const agreeFactorMin = 0.4
/** A stance that is less probable is not stated. */
const stanceProbabilityMin = 0.7

/** Null if nothing was judged, or if the model knows no crowd's opinion. */
export function agreementOf({ settings, components, observations }: TasteModel): AgreementReport | null {
  if (settings.agreement.length < 2 || observations.length === 0) return null
  const usual = usualAgreement(settings)
  const kinds = components.map(({ weight, factor }) => ({ weight, factor: factor / usual }))
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
