/** A sleep that `wake` ends early. A wake between two sleeps ends the next one immediately. */
export class WakeableSleep {
  #isAwake = false
  #endSleep: () => void = () => {}

  wake(): void {
    this.#isAwake = true
    this.#endSleep()
  }

  /** Forgets earlier wakes. Call it before checking for work, so that a wake during the check counts. */
  reset(): void {
    this.#isAwake = false
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.#endSleep = () => {
        clearTimeout(timer)
        resolve()
      }
      if (this.#isAwake) this.#endSleep()
    })
  }
}
