import { isMainThread } from 'node:worker_threads'

// Loaded into a process with --import. On SIGUSR2 it raises an unhandled error of the kind that the variable names.

const provoke: Readonly<Record<string, () => void>> = {
  exception() {
    throw new Error('provoked')
  },
  rejection() {
    Promise.reject(new Error('provoked'))
  },
}

if (isMainThread) process.on('SIGUSR2', () => provoke[process.env.TEST_PROVOKE ?? '']?.())
