import { connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from './free-port.ts'

/** A TCP proxy in front of a server. The test can disturb its connections like a network. */
export interface FlakyProxy {
  readonly port: number
  /** Breaks all connections. New ones are accepted. */
  drop(): void
  /** Breaks all connections and refuses new ones. */
  cut(): Promise<void>
  mend(): Promise<void>
  /** Passes nothing on and closes nothing. */
  hold(): void
  release(): void
  /** Loses what the server sends from now on, until all connections are dropped. */
  loseAnswers(): void
  /** Delays everything by this much. */
  delay(ms: number): void
  /** Half-closes each connection: one side sees the end, the other does not. */
  halfClose(side: Side): void
}

export type Side = 'client' | 'server'

interface Pair {
  readonly client: Socket
  readonly server: Socket
}

export async function createFlakyProxy(target: URL): Promise<FlakyProxy> {
  const pairs = new Set<Pair>()
  const all = () => [...pairs].flatMap(({ client, server }) => [client, server])
  let isHeld = false
  let losesAnswers = false
  let delayMs = 0
  const port = await freePort()
  let server = await listen()

  async function listen(): Promise<Server> {
    const one = createServer({ allowHalfOpen: true }, (client) => {
      const far = connect({ port: Number(target.port), host: target.hostname, allowHalfOpen: true })
      const pair = { client, server: far }
      pairs.add(pair)
      pass(client, far, () => true)
      pass(far, client, () => !losesAnswers)
      const forget = () => client.destroyed && far.destroyed && pairs.delete(pair)
      client.on('close', forget)
      far.on('close', forget)
    })
    await new Promise<void>((resolve) => one.listen(port, '127.0.0.1', resolve))
    return one
  }

  function pass(from: Socket, to: Socket, mayPass: () => boolean): void {
    // A chain, so that nothing overtakes what was delayed before it.
    let last = Promise.resolve()
    const inTurn = (act: () => void) => {
      const dueMs = performance.now() + delayMs
      last = last.then(async () => {
        const waitMs = dueMs - performance.now()
        if (waitMs > 0) await pause(waitMs)
        act()
      })
    }
    from.on('error', () => to.destroy())
    from.on('data', (piece) => mayPass() && inTurn(() => to.writable && to.write(piece)))
    from.on('end', () => inTurn(() => to.end()))
    if (isHeld) from.pause()
  }

  function drop(): void {
    losesAnswers = false
    for (const socket of all()) socket.destroy()
  }

  return {
    port,
    drop,
    async cut() {
      const closed = new Promise((resolve) => server.close(resolve))
      drop()
      await closed
    },
    async mend() {
      server = await listen()
    },
    hold() {
      isHeld = true
      for (const socket of all()) socket.pause()
    },
    release() {
      isHeld = false
      for (const socket of all()) socket.resume()
    },
    loseAnswers() {
      losesAnswers = true
    },
    delay(ms) {
      delayMs = ms
    },
    halfClose(side) {
      for (const pair of pairs) pair[side].end()
    },
  }
}
