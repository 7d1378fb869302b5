import { isMainThread } from 'node:worker_threads'

/** Loads ONNX Runtime without its telemetry. All code that runs a model uses this. */
export async function loadOnnxRuntime() {
  turnTelemetryOff()
  return import('onnxruntime-node')
}

/**
 * ONNX Runtime sends usage events to its vendor unless this variable is set when it starts. It reads the environment of
 * the process, which only the main thread can change. So the main thread calls this before it starts a thread that
 * loads the library.
 */
export function turnTelemetryOff(): void {
  if (process.env[variable] === off) return
  if (!isMainThread) throw new Error(`the main thread must set ${variable} before a thread loads ONNX Runtime`)
  process.env[variable] = off
}

const [variable, off] = ['ORT_DISABLE_TELEMETRY', '1']
