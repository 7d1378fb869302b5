/** Maps the items concurrently, at most `atOnceMax` at a time, and yields each result as soon as it is there. */
export async function* mapInParallel<Item, Result>(
  items: readonly Item[],
  atOnceMax: number,
  work: (item: Item, index: number) => Promise<Result>,
): AsyncGenerator<Result> {
  const running = new Map<number, Promise<{ index: number; result: Result }>>()
  let next = 0
  const start = () => {
    const index = next
    const item = items[index] as Item
    next += 1
    const job = work(item, index).then((result) => ({ index, result }))
    // After the first failure nobody awaits the others.
    job.catch(() => {})
    running.set(index, job)
  }
  while (next < items.length && running.size < atOnceMax) start()
  while (running.size > 0) {
    const { index, result } = await Promise.race(running.values())
    running.delete(index)
    if (next < items.length) start()
    yield result
  }
}
