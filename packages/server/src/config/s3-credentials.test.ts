import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findS3Credentials, readS3Credentials } from './s3-credentials.ts'

test('credentials come from variables or files', () => {
  expect(readS3Credentials({})).toBeUndefined()
  expect(readS3Credentials({ AWS_ACCESS_KEY_ID: 'id' })).toBeUndefined()
  const file = join(tmpdir(), `secret-${process.pid}`)
  writeFileSync(file, 'from a file\n')
  expect(
    readS3Credentials({ AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY_FILE: file, AWS_SESSION_TOKEN: 'token' }),
  ).toEqual({ accessKeyId: 'id', secretAccessKey: 'from a file', sessionToken: 'token' })
  rmSync(file)
  expect(() => findS3Credentials({ AWS_ACCESS_KEY_ID_FILE: '/nowhere' })).toThrow(
    'AWS_ACCESS_KEY_ID_FILE must name a readable file (ENOENT)',
  )
})

const web = { AWS_WEB_IDENTITY_TOKEN_FILE: '/token', AWS_ROLE_ARN: 'arn:aws:iam::1:role/palate' }
const relative = { AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: '/v2/credentials/1' }

test.each([
  [{}, { kind: 'instance', url: 'http://169.254.169.254' }],
  [{ AWS_EC2_METADATA_DISABLED: 'true' }, { kind: 'none' }],
  [
    { AWS_ACCESS_KEY_ID: 'id', ...web },
    { kind: 'variables', variables: { AWS_ACCESS_KEY_ID: 'id' } },
  ],
  [web, { kind: 'web identity', url: 'https://sts.amazonaws.com', roleArn: web.AWS_ROLE_ARN, tokenFile: '/token' }],
  [{ ...web, ...relative, AWS_REGION: 'eu-central-1' }, { url: 'https://sts.eu-central-1.amazonaws.com' }],
  [relative, { kind: 'container', url: 'http://169.254.170.2/v2/credentials/1', token: '', tokenFile: undefined }],
  [
    { AWS_CONTAINER_CREDENTIALS_FULL_URI: 'http://[fd00:ec2::23]/v1', AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: '/t' },
    { kind: 'container', url: 'http://[fd00:ec2::23]/v1', token: '', tokenFile: '/t' },
  ],
])('the first source that the variables name counts: %j', (env, source) => {
  expect(findS3Credentials(env)).toMatchObject(source)
})

test.each(['http://example.com/credentials', 'file:///etc/passwd', 'nonsense'])('a token is not sent to %s', (full) => {
  expect(() => findS3Credentials({ AWS_CONTAINER_CREDENTIALS_FULL_URI: full })).toThrow(
    'AWS_CONTAINER_CREDENTIALS_FULL_URI must be an https URL, or that of an agent on this machine',
  )
})
