/** Settings of the running service that pages mention. */
export type Site = { url: string; securityContact: string | undefined }

export type DocsPage = {
  path: string
  /** Its title, also in the navigation. */
  title: string
  /** The first paragraph, with code and links. */
  lead: string
  /** Everything below it, as Markdown: see `markdown.ts`. */
  body: (site: Site) => string
}

/** Pages under one heading of the navigation. `below`: shown only on the page of this path and those below it. */
export type DocsGroup = { title: string; pages: readonly DocsPage[]; below?: string }
