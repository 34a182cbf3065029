import { llmsText, markdownOf } from '@/components/docs/markdown'
import type { SearchEntry } from '@/components/docs/search'
import { searchEntries } from '@/components/docs/search-index'
import { type DescribedApi, postmanCollection } from '@/lib/api/postman'
import { describeV2 } from '@/lib/api/v2'
import { toJson } from '@/lib/json'
import { ENDPOINTS } from './api/reference'
import { currentSite, DOCS_GROUPS, docsPageAt } from './pages'

/* The documentation for programs: the same pages as text. */

type Context = { params: Promise<{ path?: string[] }> }

/** A page as Markdown. next.config.js leads here from the page's address with `.md`. */
export async function answerMarkdown(_request: Request, { params }: Context): Promise<Response> {
  const { path = [] } = await params
  const page = docsPageAt(['/docs', ...path].join('/'))
  const headers = { 'Content-Type': `text/${page ? 'markdown' : 'plain'}; charset=utf-8` }
  if (!page) return new Response('Not found\n', { status: 404, headers })
  return new Response(markdownOf(page, currentSite()), { headers })
}

const INTRODUCTION =
  'Self-hosted invoicing and instant bank payouts: create customers and invoices with a payment link, get a webhook when one is paid, and pay out to US bank accounts.'

/** The list of all pages for language models: https://llmstxt.org. */
export function answerLlmsText(): Response {
  const text = llmsText(DOCS_GROUPS, currentSite(), INTRODUCTION)
  return new Response(text, { headers: { 'Content-Type': 'text/plain; charset=utf-8' } })
}

/** Written at the first request, like the description it is made from. */
let postmanText: string | undefined

/** The API as a Postman collection, with the examples of the reference. */
export function answerPostman(): Response {
  postmanText ??= writePostmanText()
  return new Response(postmanText, {
    headers: {
      'Content-Type': 'application/json',
      'Content-Disposition': 'attachment; filename="counterfoil.postman_collection.json"',
    },
  })
}

function writePostmanText(): string {
  const bodies = ENDPOINTS.flatMap(({ operation, example: { body } }) => {
    const text = JSON.stringify(body)?.replace(
      /\$([A-Z_]+)/g,
      (_, name: string) => `{{${name.toLowerCase()}}}`,
    )
    return text === undefined ? [] : [[operation, JSON.parse(text)] as const]
  })
  // The description is written by us, so it has the parts that the type claims.
  return toJson(postmanCollection(describeV2() as DescribedApi, Object.fromEntries(bodies)))
}

/** Made at the first search, because reading every page takes a tenth of a second. */
let searchIndex: SearchEntry[] | undefined

/** The search index of the documentation and of the dashboard’s palette; loaded at the first search. */
export function answerSearchIndex(): Response {
  searchIndex ??= searchEntries(DOCS_GROUPS, currentSite())
  return Response.json(searchIndex, { headers: { 'Cache-Control': 'private, max-age=300' } })
}
