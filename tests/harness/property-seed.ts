import fc from 'fast-check'

/**
 * An ordinary run tries the same cases every time, so that its result depends only on the code. With
 * PALATE_PROPERTY_RUNS, which is for finding new cases, each run tries different ones.
 */
if (process.env.PALATE_PROPERTY_RUNS === undefined) fc.configureGlobal({ seed: 20_260_101 })
