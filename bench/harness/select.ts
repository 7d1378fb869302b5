/** The measurement that `--only` names, or all if it is empty. */
export function select<Measure>(measures: Readonly<Record<string, Measure>>, only: string): readonly Measure[] {
  if (only === '') return Object.values(measures)
  const measure = measures[only]
  if (!measure) throw new Error(`--only takes ${Object.keys(measures).join(', ')}`)
  return [measure]
}
