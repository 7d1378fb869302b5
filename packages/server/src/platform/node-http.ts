/**
 * What the service uses of `node:http`. Not by `import`, which reads every export and so loads Node's own HTTP client: 50 ms
 * of processor time in each process and thread.
 */
export const { createServer, maxHeaderSize, STATUS_CODES } = process.getBuiltinModule('node:http')
