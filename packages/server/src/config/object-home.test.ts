import { expect, test } from 'vitest'
import { parseObjectHome } from './object-home.ts'

test('a home is a bucket with a prefix, an endpoint and a region, and has one normal form', () => {
  expect(parseObjectHome('s3://pictures/a//b/?region=eu-central-1')).toEqual({
    url: 's3://pictures/a/b?endpoint=https://s3.eu-central-1.amazonaws.com&region=eu-central-1',
    bucket: 'pictures',
    prefix: 'a/b/',
    endpoint: 'https://s3.eu-central-1.amazonaws.com',
    region: 'eu-central-1',
  })
  const { url } = parseObjectHome('s3://pictures?region=us-east-1&endpoint=http%3A%2F%2F127.0.0.1%3A9000%2F')
  expect(url).toBe('s3://pictures?endpoint=http://127.0.0.1:9000&region=us-east-1')
  expect(parseObjectHome(url).url).toBe(url)
})

test.each([
  'pictures',
  'https://pictures',
  's3://',
  's3://Bad_Bucket',
  's3://user:secret@pictures',
  's3://pictures/../other',
  's3://pictures?endpoint=ftp://host',
  's3://pictures?endpoint=http://host/path',
  's3://pictures?secret=x',
  's3://pictures?region=a/b',
])('%s is refused', (text) => {
  expect(() => parseObjectHome(text)).toThrow()
})
