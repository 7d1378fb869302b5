/** Runs each property this many times as often as an ordinary test run does: `PALATE_PROPERTY_RUNS=20 npx vitest run …` */
export const runsFactor = Number(process.env.PALATE_PROPERTY_RUNS ?? 1)
