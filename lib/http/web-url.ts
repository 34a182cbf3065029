export const URL_LENGTH = 2048

/** True if the value is an http or https URL without user information; for browser and server. */
export function isWebUrl(value: unknown): value is string {
  // The URL parser drops white space and control characters, but the stored value must be the checked one.
  if (typeof value !== 'string' || !/^https?:\/\/\S+$/i.test(value) || !URL.canParse(value)) return false
  const { username, password } = new URL(value)
  return username === '' && password === ''
}
