/** Turns what was typed into a project id: spaces and other characters that an id cannot have become dashes. */
export function projectIdFrom(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{Mark}/gu, '')
  return plain
    .replace(/[^A-Za-z0-9._:-]+/g, '-')
    .replace(/^-/, '')
    .slice(0, idLengthMax)
}

const idLengthMax = 128
