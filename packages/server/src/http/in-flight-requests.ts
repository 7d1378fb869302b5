/**
 * Knows when every request that is being performed is over. The server itself waits for connections only, and a request
 * whose client has gone away has none.
 */
export function createInFlightRequests() {
  let count = 0
  let tellOver = () => {}
  return {
    begin(): void {
      count += 1
    },
    end(): void {
      count -= 1
      if (count === 0) tellOver()
    },
    async over(waitMsMax: number): Promise<void> {
      if (count === 0) return
      await new Promise<void>((resolve) => {
        tellOver = resolve
        setTimeout(resolve, waitMsMax).unref()
      })
    },
  }
}
