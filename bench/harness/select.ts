/** The measurements that `--only` names, separated by commas, or all if it is empty. */
export function select<Measure>(measures: Readonly<Record<string, Measure>>, only: string): readonly Measure[] {
  if (only === '') return Object.values(measures)
  return only.split(',').map((name) => {
    const measure = measures[name]
    if (!measure) throw new Error(`--only takes ${Object.keys(measures).join(', ')}`)
    return measure
  })
}
