/**
 * The parts of `node:http` that the service uses. An `import` would read every export and load Node's HTTP client: 50
 * ms of processor time in each process and thread.
 */
export const { createServer, maxHeaderSize, STATUS_CODES } = process.getBuiltinModule('node:http')
