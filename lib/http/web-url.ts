export const URL_LENGTH = 2048

/** More than any name of a host has, with a port and whatever else stands before the path. */
const MAX_HOST_CHARACTERS = 1000

/** True if the value is an http or https URL without user information; for browser and server. */
export function isWebUrl(value: unknown): value is string {
  // The URL parser drops white space and control characters, but the stored value must be the checked one.
  if (typeof value !== 'string' || !/^https?:\/\/\S+$/i.test(value)) return false
  // The parser normalizes a host, which takes it seconds if that has a hundred thousand combining marks.
  const [, host = ''] = /^\w+:[/\\]*([^/\\?#]*)/.exec(value) ?? []
  if (host.length > MAX_HOST_CHARACTERS || !URL.canParse(value)) return false
  const { username, password } = new URL(value)
  return username === '' && password === ''
}
