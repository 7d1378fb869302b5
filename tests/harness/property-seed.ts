import fc from 'fast-check'

/**
 * An ordinary run tries the same cases every time, so that its result depends on the code alone. With
 * PALATE_PROPERTY_RUNS, which is for finding new cases, they are others every time.
 */
if (process.env.PALATE_PROPERTY_RUNS === undefined) fc.configureGlobal({ seed: 20_260_101 })
