/** Where a vendor lands without having asked for anything else. */
export const HOME_PATH = '/home'

/**
 * The page to go to after signing in: a path of our own, or the home page. Anything that a browser could
 * take for another site (`//host`, `/\host`, a scheme, control characters) is not followed.
 */
export function safeReturnPath(next: string | string[] | undefined): string {
  if (typeof next !== 'string' || !/^\/[0-9A-Za-z\-._~/?=&%]*$/.test(next) || next.startsWith('//'))
    return HOME_PATH
  return next
}
