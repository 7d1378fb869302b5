interface Version {
  readonly id: string
  readonly branchId: string
  readonly parentVersionId: string | null
  readonly snapshot: object
}

interface Document {
  readonly seed: string | null
  readonly profileData: {
    readonly branches: readonly { readonly id: string; readonly headVersionId: string | null }[]
    readonly versions: readonly Version[]
    readonly currentBranchId: string
    readonly workingChanges: { readonly constraints: readonly { readonly id: string }[] }
  }
  readonly effectiveSnapshot: object
}

/** Checks the invariants of a writer's profile after every complete PATCH. A partly applied one would break them. */
export function findBrokenInvariants({ seed, profileData, effectiveSnapshot }: Document): string[] {
  const { branches, versions, currentBranchId, workingChanges } = profileData
  const byId = new Map(versions.map((version) => [version.id, version]))
  const found: string[] = []
  const mark = workingChanges.constraints[0]?.id ?? null
  if (seed !== mark) found.push(`a PATCH was partly applied: the seed is ${seed}, the working changes have ${mark}`)
  if (byId.size < versions.length) found.push('a version is stored twice')

  const reached = new Set<string>()
  for (const { id, headVersionId } of branches) {
    if (headVersionId !== null && !byId.has(headVersionId)) found.push(`the head of ${id} does not exist`)
    for (let at = headVersionId; at !== null && !reached.has(at); at = byId.get(at)?.parentVersionId ?? null) {
      reached.add(at)
    }
  }
  for (const { id, parentVersionId } of versions) {
    if (!reached.has(id)) found.push(`version ${id} cannot be reached from any head`)
    if (parentVersionId !== null && !byId.has(parentVersionId)) found.push(`the parent of ${id} does not exist`)
  }
  const parents = versions.map(({ branchId, parentVersionId }) => `${branchId} ${parentVersionId}`)
  if (new Set(parents).size < parents.length)
    found.push('a history forks: two versions of a branch have the same parent')

  const head = branches.find(({ id }) => id === currentBranchId)?.headVersionId ?? ''
  const state = byId.get(head)?.snapshot ?? { constraints: [], exemplars: [], comparisons: [] }
  for (const [name, value] of Object.entries(state)) {
    if (JSON.stringify(Reflect.get(effectiveSnapshot, name)) === JSON.stringify(value)) continue
    found.push(`the effective snapshot differs from the head in ${name}`)
  }
  return found
}
