import { Palate } from '@palate/client'

/** Where the service is, with its path prefix and without a slash at the end: the page's <base> says so. */
export const serviceUrl = new URL('.', document.baseURI).href.replace(/\/$/, '')

/** The path prefix alone: '' or '/palate'. */
export const basePath = new URL(serviceUrl).pathname.replace(/\/$/, '')

/** The session's cookie stands for the key, which the page never keeps. */
export const palate = new Palate({ url: serviceUrl, session: true })
