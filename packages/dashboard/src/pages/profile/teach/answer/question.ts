import type { Suggestion } from '@palate/client'

export type Question = Extract<Suggestion, { kind: 'question' }>
