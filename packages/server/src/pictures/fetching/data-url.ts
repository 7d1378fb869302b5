import { type DataUrl, DataUrlError, decodeDataUrl } from '../../platform/data-url.ts'
import { FrameFault, tooManyBytes } from '../picture-faults.ts'

/** Reads the bytes of a `data:` URL. */
export function readDataUrl(url: string, bytesMax: number): DataUrl {
  try {
    return decodeDataUrl(url, bytesMax)
  } catch (error) {
    throw error instanceof DataUrlError ? faultOf(error, bytesMax) : error
  }
}

function faultOf({ reason }: DataUrlError, bytesMax: number): FrameFault {
  if (reason === 'too_large') return tooManyBytes(bytesMax)
  if (reason === 'not_base64') return new FrameFault('not_an_image', 'this data URL is not valid base64')
  return new FrameFault('url_forbidden', 'this data URL has no comma before its data')
}
