/** How the ids of accounts without requests begin. */
export const idlePrefix = 'unused_account_'
