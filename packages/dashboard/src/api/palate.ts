import { Palate } from '@palate/client'

/** Base URL of the service from the page's <base>, with the path prefix and without a trailing slash. */
export const serviceUrl = new URL('.', document.baseURI).href.replace(/\/$/, '')

/** The path prefix alone: '' or '/palate'. */
export const basePath = new URL(serviceUrl).pathname.replace(/\/$/, '')

/** The session cookie authenticates; the page never stores the key. */
export const palate = new Palate({ url: serviceUrl, session: true })
