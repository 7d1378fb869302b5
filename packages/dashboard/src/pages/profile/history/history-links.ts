/** The URLs of a profile's history pages. */
export function historyLinks(profileId: string) {
  const base = `/profiles/${encodeURIComponent(profileId)}/history`
  const versionPath = (id: string) => `${base}/${encodeURIComponent(id)}`
  return {
    base,
    uncommitted: `${base}/uncommitted`,
    version: versionPath,
    rollBack: (id: string) => `${versionPath(id)}/roll-back`,
    compare: (from: string, to: string) => `${base}/compare?${new URLSearchParams({ from, to })}`,
    merge: (from: string, into: string) => `${base}/merge?${new URLSearchParams({ from, into })}`,
    beside: (branchId: string) => `${base}?${new URLSearchParams({ beside: branchId })}`,
  }
}
