/**
 * The URLs of the servers that a `DATABASE_URL` names: `postgresql://user@a:5432,b:5433/name` stands for one
 * URL per host, as in libpq.
 */
export function serverUrls(databaseUrl: string): string[] {
  const [, before, hosts, after] = /^([a-z]+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/i.exec(databaseUrl) ?? []
  if (!hosts?.includes(',')) return [databaseUrl]
  return hosts.split(',').map((host) => `${before}${host}${after}`)
}

const WRITABLE = ['read-write', 'primary']

/** The fault of a `DATABASE_URL`, in words; null if it has none. */
export function urlFault(databaseUrl: string): string | null {
  if (!/^postgres(?:ql)?:\/\//i.test(databaseUrl)) return 'must be a postgresql:// URL'
  for (const url of serverUrls(databaseUrl)) {
    if (!URL.canParse(url) || (url !== databaseUrl && new URL(url).hostname === '')) {
      return 'must be a postgresql:// URL. Several servers are separated by commas: postgresql://user:password@host1:5432,host2:5432/name'
    }
    const sessionAttributes = new URL(url).searchParams.get('target_session_attrs') ?? 'read-write'
    if (!WRITABLE.includes(sessionAttributes)) {
      return `has target_session_attrs=${sessionAttributes}, but the service writes: leave it out, or set read-write`
    }
  }
  return null
}
