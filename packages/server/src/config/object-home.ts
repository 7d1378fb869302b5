/** A bucket of an S3 service, with the path below which objects are stored. */
export interface ObjectHome {
  /** The normal form of the URL, which rows refer to. It contains no secret. */
  readonly url: string
  readonly bucket: string
  /** Empty, or ends with a slash. */
  readonly prefix: string
  readonly endpoint: string
  readonly region: string
}

const defaultRegion = 'us-east-1'

/** Parses `s3://bucket/prefix?endpoint=https://host&region=name`. The default endpoint is Amazon's. */
export function parseObjectHome(text: string): ObjectHome {
  const { protocol, hostname: bucket, pathname, searchParams, username, port, hash } = new URL(text)
  // The parser has resolved these, to a path that nobody wrote.
  if (/\/\.\.?(\/|\?|$)/.test(text)) throw new RangeError('not a path')
  if (protocol !== 's3:' || !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) throw new RangeError('not a bucket')
  if (username !== '' || port !== '' || hash !== '') throw new RangeError('not the URL of a bucket')
  if ([...searchParams.keys()].some((name) => name !== 'endpoint' && name !== 'region')) {
    throw new RangeError('an unknown parameter')
  }
  const parts = pathname.split('/').filter((part) => part !== '')
  if (!parts.every((part) => /^[A-Za-z0-9._-]+$/.test(part) && !/^\.\.?$/.test(part)))
    throw new RangeError('not a path')
  const region = searchParams.get('region') ?? defaultRegion
  if (!/^[a-z0-9-]+$/.test(region)) throw new RangeError('not a region')
  const endpoint = parseEndpoint(searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`)
  const path = parts.map((part) => `/${part}`).join('')
  return {
    url: `s3://${bucket}${path}?endpoint=${endpoint}&region=${region}`,
    bucket,
    prefix: parts.map((part) => `${part}/`).join(''),
    endpoint,
    region,
  }
}

export function parseObjectHomes(text: string): readonly ObjectHome[] {
  const urls = text.split(',').map((url) => url.trim())
  return urls.filter((url) => url !== '').map(parseObjectHome)
}

function parseEndpoint(text: string): string {
  const { protocol, origin, pathname, username, search } = new URL(text)
  if (!/^https?:$/.test(protocol) || pathname !== '/' || username !== '' || search !== '') {
    throw new RangeError('not an endpoint')
  }
  return origin
}
