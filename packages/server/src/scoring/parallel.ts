/** Maps the items concurrently, at most `atOnceMax` at a time, and yields each result as soon as it is available. */
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
    // After the first failure the others are not awaited.
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

interface InOrder {
  readonly atOnceMax: number
  /** Finished texts that may wait for an earlier one, in addition to those in progress. */
  readonly bytesMax: number
}

/**
 * Creates a text for each item concurrently and yields the texts in the order of the items. While the next one takes
 * long or is not requested, others are created only until `bytesMax` wait.
 */
export async function* textsInOrder<Item>(
  items: readonly Item[],
  { atOnceMax, bytesMax }: InOrder,
  work: (item: Item) => Promise<string>,
): AsyncGenerator<string> {
  const texts = new Map<number, Promise<string>>()
  const failed = Promise.withResolvers<never>()
  failed.promise.catch(() => {})
  let started = 0
  let yielded = 0
  let running = 0
  let waitingBytes = 0

  async function make(item: Item): Promise<string> {
    running += 1
    const text = await work(item)
    running -= 1
    waitingBytes += Buffer.byteLength(text)
    startMore()
    return text
  }

  function startMore(): void {
    while (running < atOnceMax && started < items.length && (waitingBytes < bytesMax || started === yielded)) {
      const text = make(items[started] as Item)
      // After the first failure the others are not awaited.
      text.catch(failed.reject)
      texts.set(started, text)
      started += 1
    }
  }

  try {
    for (; yielded < items.length; yielded++) {
      startMore()
      const text = await Promise.race([texts.get(yielded) as Promise<string>, failed.promise])
      texts.delete(yielded)
      waitingBytes -= Buffer.byteLength(text)
      yield text
    }
  } finally {
    started = items.length
  }
}
