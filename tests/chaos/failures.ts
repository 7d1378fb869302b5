import { setTimeout as pause } from 'node:timers/promises'
import type { FlakyProxy } from '../harness/flaky-proxy.ts'
import type { Postgres } from '../harness/postgres.ts'
import type { Random } from './random.ts'
import type { Server } from './server.ts'

/** The failure of a round. */
export interface Failure {
  readonly name: string
  /** With two servers, only the first is affected; the other must not notice. */
  readonly servers: 1 | 2
  /** Otherwise the server keeps running and must recover on its own. */
  readonly killsServer: boolean
  strike(scene: Scene): Promise<void>
}

export interface Scene {
  readonly server: Server
  readonly random: Random
  /** Undefined on SQLite. */
  readonly postgres: Postgres | undefined
}

const disturbances = 8
const disturbanceMsMax = 250
const outageMsMax = 1000

const serverKilled: Failure = {
  name: 'the server was killed',
  servers: 1,
  killsServer: true,
  strike: ({ server }) => server.kill(),
}

const oneOfTwoKilled: Failure = { ...serverKilled, name: 'one of two servers was killed', servers: 2 }

const clientNetwork: Failure = {
  name: 'the network to the clients failed',
  servers: 1,
  killsServer: false,
  strike: ({ server, random }) => disturb(server.clientNetwork, random),
}

const databaseNetwork: Failure = {
  name: 'the network to PostgreSQL failed',
  servers: 1,
  killsServer: false,
  async strike({ server, random }) {
    if (server.databaseNetwork) await disturb(server.databaseNetwork, random)
  },
}

const databaseKilled: Failure = {
  name: 'PostgreSQL was killed',
  servers: 1,
  killsServer: false,
  async strike({ postgres, random }) {
    await postgres?.crash()
    await pause(random.below(outageMsMax))
    await postgres?.restart()
  },
}

/** The failures of each engine, in round order. */
export const failures = {
  sqlite: [serverKilled, clientNetwork, oneOfTwoKilled],
  postgres: [serverKilled, databaseKilled, oneOfTwoKilled, databaseNetwork, clientNetwork],
} as const

/** Drops, delays, half-closes and stalls connections at random; then the network is calm again. */
async function disturb(network: FlakyProxy, random: Random): Promise<void> {
  for (let i = 0; i < disturbances; i++) {
    await random.pick([
      async () => network.drop(),
      async () => network.delay(random.below(disturbanceMsMax)),
      async () => network.halfClose('client'),
      async () => network.halfClose('server'),
      async () => {
        network.hold()
        await pause(random.below(outageMsMax))
        network.release()
      },
      async () => {
        await network.cut()
        await pause(random.below(outageMsMax))
        await network.mend()
      },
    ])()
    await pause(random.below(disturbanceMsMax))
  }
  network.delay(0)
  // Leave no half-closed connection that a client would wait on.
  network.drop()
}
