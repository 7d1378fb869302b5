import { ConfigError } from './config-error.ts'
import { readSecretFile } from './secret-files.ts'

type Env = Readonly<Record<string, string | undefined>>

export interface S3Credentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string
}

/** Where credentials come from: the first that the variables name, in the order of other S3 clients. */
export type S3CredentialSource =
  | { readonly kind: 'variables'; readonly variables: Env }
  | { readonly kind: 'web identity'; readonly url: string; readonly roleArn: string; readonly tokenFile: string }
  | { readonly kind: 'container'; readonly url: string; readonly token: string; readonly tokenFile: string | undefined }
  | { readonly kind: 'instance'; readonly url: string }
  | { readonly kind: 'none' }

const keyVariables = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN'] as const
/** Of Amazon ECS, and of its instances. */
const containerUrl = 'http://169.254.170.2'
const instanceUrl = 'http://169.254.169.254'
/** Where agents of Amazon ECS and EKS listen. They get a token, so no other host may without TLS. */
const agentHosts: ReadonlySet<string> = new Set([
  ...['127.0.0.1', 'localhost', '[::1]'],
  ...['169.254.170.2', '169.254.170.23', '[fd00:ec2::23]'],
])

/** The variables that other S3 clients use. */
export function findS3Credentials(env: Env): S3CredentialSource {
  const names = keyVariables.flatMap((name) => [name, `${name}_FILE`])
  const variables = Object.fromEntries(names.flatMap((name) => (env[name] ? [[name, env[name]]] : [])))
  if (Object.keys(variables).length > 0) {
    // A file that cannot be read is reported at the start.
    readS3Credentials(variables)
    return { kind: 'variables', variables }
  }
  const { AWS_WEB_IDENTITY_TOKEN_FILE: webToken, AWS_ROLE_ARN: roleArn } = env
  if (webToken && roleArn) return { kind: 'web identity', url: stsUrl(env), roleArn, tokenFile: webToken }
  const container = containerUrlOf(env)
  const token = env.AWS_CONTAINER_AUTHORIZATION_TOKEN ?? ''
  const tokenFile = env.AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE
  if (container !== undefined) return { kind: 'container', url: container, token, tokenFile }
  if (env.AWS_EC2_METADATA_DISABLED?.toLowerCase() === 'true') return { kind: 'none' }
  return { kind: 'instance', url: env.AWS_EC2_METADATA_SERVICE_ENDPOINT || instanceUrl }
}

/** From variables or the files that they name. Undefined if the id or the secret is missing. */
export function readS3Credentials(env: Env): S3Credentials | undefined {
  const [accessKeyId, secretAccessKey, sessionToken] = keyVariables.map(
    (name) => env[name] || readSecretFile(env, name),
  )
  if (accessKeyId === undefined || secretAccessKey === undefined) return undefined
  return { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) }
}

function stsUrl({ AWS_ENDPOINT_URL_STS, AWS_REGION, AWS_DEFAULT_REGION }: Env): string {
  const region = AWS_REGION || AWS_DEFAULT_REGION
  return AWS_ENDPOINT_URL_STS || (region ? `https://sts.${region}.amazonaws.com` : 'https://sts.amazonaws.com')
}

function containerUrlOf(env: Env): string | undefined {
  const { AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: path, AWS_CONTAINER_CREDENTIALS_FULL_URI: full } = env
  if (path) return `${containerUrl}${path}`
  if (!full) return undefined
  const url = URL.parse(full)
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && agentHosts.has(url.hostname))) return full
  throw new ConfigError('AWS_CONTAINER_CREDENTIALS_FULL_URI must be an https URL, or that of an agent on this machine')
}
