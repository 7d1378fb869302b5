/** A picture that a gate has judged, and what it replaces. Each is the hash of its bytes or an address. */
export interface CheckedPicture {
  readonly profileId: string
  readonly picture: string
  readonly before?: string | undefined
  readonly name: string
  readonly dimension: string
}

/** The path of the dashboard's page where a person says whether the picture is fine, which teaches the profile. */
export function checkPath({ profileId, ...members }: CheckedPicture): string {
  const query = Object.entries(members)
    .filter((entry): entry is [string, string] => entry[1] !== undefined)
    .map(([name, value]) => `${name}=${inLink(value)}`)
  return `/profiles/${profileId}/teach/check?${query.join('&')}`
}

/** Some of what is left by default would end the link in Markdown. */
function inLink(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll(/['()*!]/g, (character) => {
    return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
  })
}
