/**
 * Edges from frame to frame, by the frames' numbers. The edges of frame `i` are `targets[starts[i]]` to
 * `targets[starts[i + 1] - 1]`; `edges` has the index of each in the list that the graph was made from.
 */
export interface Graph {
  readonly frameCount: number
  readonly starts: Int32Array
  readonly targets: Int32Array
  readonly edges: Int32Array
}

export type Edge = readonly [from: number, to: number]

export function graphOf(frameCount: number, list: readonly Edge[]): Graph {
  const starts = new Int32Array(frameCount + 1)
  for (const [from] of list) starts[from + 1] = at(starts, from + 1) + 1
  for (let i = 0; i < frameCount; i++) starts[i + 1] = at(starts, i + 1) + at(starts, i)
  const next = starts.slice()
  const targets = new Int32Array(list.length)
  const edges = new Int32Array(list.length)
  list.forEach(([from, to], edge) => {
    const place = at(next, from)
    targets[place] = to
    edges[place] = edge
    next[from] = place + 1
  })
  return { frameCount, starts, targets, edges }
}

/** The number of each frame's strongly connected component: frames that are reachable from each other share one. */
export function strongComponents(frameCount: number, list: readonly Edge[]): Int32Array {
  // Kosaraju's algorithm, with explicit stacks so that a long chain cannot exhaust the call stack.
  const order = finishingOrder(graphOf(frameCount, list))
  const reverse = graphOf(
    frameCount,
    list.map(([from, to]): Edge => [to, from]),
  )
  const component = new Int32Array(frameCount).fill(-1)
  const pending: number[] = []
  for (let i = frameCount - 1; i >= 0; i--) {
    pending.push(at(order, i))
    for (let frame = pending.pop(); frame !== undefined; frame = pending.pop()) {
      if (component[frame] !== -1) continue
      component[frame] = i
      for (let k = at(reverse.starts, frame); k < at(reverse.starts, frame + 1); k++)
        pending.push(at(reverse.targets, k))
    }
  }
  return component
}

/** The number of weakly connected components. */
export function countComponents(frameCount: number, list: readonly Edge[]): number {
  const parents = Int32Array.from({ length: frameCount }, (_, i) => i)
  const rootOf = (frame: number): number => {
    let root = frame
    while (at(parents, root) !== root) {
      parents[root] = at(parents, at(parents, root))
      root = at(parents, root)
    }
    return root
  }
  let groups = frameCount
  for (const [from, to] of list) {
    const [a, b] = [rootOf(from), rootOf(to)]
    if (a === b) continue
    parents[a] = b
    groups -= 1
  }
  return groups
}

/** The frames in the order in which a depth-first search leaves them. */
function finishingOrder({ frameCount, starts, targets }: Graph): Int32Array {
  const order = new Int32Array(frameCount)
  const nextEdge = starts.slice()
  const isSeen = new Uint8Array(frameCount)
  const path: number[] = []
  let finished = 0
  for (let root = 0; root < frameCount; root++) {
    if (isSeen[root]) continue
    isSeen[root] = 1
    path.push(root)
    while (path.length > 0) {
      const frame = path[path.length - 1] as number
      const edge = at(nextEdge, frame)
      if (edge === at(starts, frame + 1)) {
        order[finished++] = frame
        path.pop()
        continue
      }
      nextEdge[frame] = edge + 1
      const target = at(targets, edge)
      if (isSeen[target]) continue
      isSeen[target] = 1
      path.push(target)
    }
  }
  return order
}

/** For an index that is known to be in range. */
export function at(numbers: Int32Array, i: number): number {
  return numbers[i] as number
}
