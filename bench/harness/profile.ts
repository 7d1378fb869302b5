import type { Client } from '../../tests/harness/client.ts'

let count = 0

export async function createProfile({ call }: Pick<Client, 'call'>): Promise<string> {
  count += 1
  const name = `Bench ${Date.now()}-${count}`
  const { status, text, body } = await call('POST', '/v1/profiles', {
    body: { projectId: 'bench', name, seed: 'calm' },
  })
  if (status !== 201) throw new Error(text)
  return body.id
}
