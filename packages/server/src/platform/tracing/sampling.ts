export const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

/** Whether to record a trace. The decision of its caller is undefined if it begins here. */
export type Sampler = (traceId: string, isSampledByCaller: boolean | undefined) => boolean

/** The samplers of OpenTelemetry, by their names. `ratio` is the share of traces that `traceidratio` records. */
export function createSampler(name: (typeof samplers)[number], ratio: number): Sampler {
  const isParentBased = name.startsWith('parentbased_')
  const decide = deciders[name.replace('parentbased_', '') as keyof typeof deciders]
  return (traceId, isSampledByCaller) =>
    isParentBased && isSampledByCaller !== undefined ? isSampledByCaller : decide(traceId, ratio)
}

const deciders = {
  always_on: () => true,
  always_off: () => false,
  /** By the last 56 bits of the id, as other services decide about the same trace. A double has room for 52 of them. */
  traceidratio: (traceId: string, ratio: number) => Number.parseInt(traceId.slice(18, 31), 16) / 2 ** 52 >= 1 - ratio,
}
