/*
 * In place of the polyfills of Next.js (next.config.js): of all that they add, only this is missing in a browser that
 * it supports.
 */
if (!('canParse' in URL)) {
  Object.assign(URL, {
    canParse: (url: string, base?: string) => {
      try {
        return Boolean(new URL(url, base))
      } catch {
        return false
      }
    },
  })
}
