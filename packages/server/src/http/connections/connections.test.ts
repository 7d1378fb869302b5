import { EventEmitter } from 'node:events'
import type { Server } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { backlogMax, trackConnections } from './connections.ts'

test('a shutdown accepts at most one backlog of connections, even if new ones keep arriving', async () => {
  const server = new EventEmitter()
  const connections = trackConnections(server as Server)
  let accepted = 0
  let isOver = false
  const accept = () => {
    if (isOver) return
    server.emit('connection', new Socket())
    accepted += 1
    setImmediate(accept)
  }
  accept()
  await connections.acceptBacklog()
  isOver = true
  expect(accepted).toBeGreaterThanOrEqual(backlogMax)
  expect(accepted).toBeLessThan(backlogMax + 30)
})

test('a shutdown without waiting connections continues immediately', async () => {
  const connections = trackConnections(new EventEmitter() as Server)
  const turns = { count: 0 }
  const count = () => {
    turns.count += 1
    setImmediate(count).unref()
  }
  count()
  await connections.acceptBacklog()
  expect(turns.count).toBeLessThan(50)
})
