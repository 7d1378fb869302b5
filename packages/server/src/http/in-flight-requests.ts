/**
 * Counts the requests that handlers are working on. The server itself waits only for connections, and a request whose
 * client has disconnected has none.
 */
export function createInFlightRequests() {
  let count = 0
  let onDrained = () => {}
  return {
    get count(): number {
      return count
    },
    begin(): void {
      count += 1
    },
    end(): void {
      count -= 1
      if (count === 0) onDrained()
    },
    /** Resolves when none are left, or after the given time. */
    async drain(waitMsMax: number): Promise<void> {
      if (count === 0) return
      await new Promise<void>((resolve) => {
        onDrained = resolve
        setTimeout(resolve, waitMsMax).unref()
      })
    },
  }
}
