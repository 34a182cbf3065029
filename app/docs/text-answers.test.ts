import { expect, test } from 'vitest'
import { apiV2 } from '@/lib/api/v2'
import { currentSite, DOCS_GROUPS } from './pages'
import { answerLlmsText, answerMarkdown, answerPostman } from './text-answers'

const { url } = currentSite()
const pages = DOCS_GROUPS.flatMap((group) => group.pages)

const markdownAt = (...path: string[]) =>
  answerMarkdown(new Request(url), { params: Promise.resolve({ path }) })

test('llms.txt links to the Markdown of every page, and each link is answered', async () => {
  const text = await answerLlmsText().text()
  const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link)
  expect(links).toEqual(pages.map(({ path }) => `${url}${path}.md`))
  for (const link of links) {
    const path = link.slice(`${url}/docs`.length).replace(/\.md$/, '').split('/').filter(Boolean)
    const answer = await markdownAt(...path)
    expect(answer.status, link).toBe(200)
    expect(answer.headers.get('Content-Type')).toBe('text/markdown; charset=utf-8')
  }
})

test('a page that does not exist has no Markdown', async () => {
  expect((await markdownAt('no-such-page')).status).toBe(404)
})

test('links within the Markdown lead to Markdown, and placeholders are no elements', async () => {
  const text = await (await markdownAt('errors')).text()
  expect(text).toContain(`(${url}/docs/idempotency.md)`)
  expect(text).toContain('`<field> must be a string`')
})

type Item = {
  name: string
  event: { script: { exec: string[] } }[]
  request: { method: string; url: { raw: string }; body?: { raw: string } }
}
type Collection = { item: { name: string; item: Item[] }[]; variable: { key: string }[] }

test('the Postman collection has every operation, and variables for all that its requests use', async () => {
  const answer = await answerPostman().text()
  const collection = JSON.parse(answer) as Collection
  const requests = collection.item.flatMap(({ item }) => item)
  const formOf = (method: string, path: string) => `${method} ${path.replace(/\{+\w+\}+/g, '{}')}`
  const known = Object.values(apiV2).map(({ method, path }) => formOf(method, path))
  const listed = requests.map(({ request }) => {
    const [path = ''] = request.url.raw.replace('{{base_url}}', '').split('?')
    return formOf(request.method, path)
  })
  expect([...new Set(listed)].toSorted()).toEqual(known.toSorted())
  const used = [...answer.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name)
  const variables = collection.variable.map(({ key }) => key)
  for (const name of used) expect(variables).toContain(name)
  for (const { name, request } of requests) {
    if (request.body) expect(() => JSON.parse(request.body?.raw ?? ''), name).not.toThrow()
  }
})

test('a run of the Postman collection has a place for every operation', async () => {
  const { item: folders } = (await answerPostman().json()) as Collection
  const others = folders.find(({ name }) => name === 'Others')?.item ?? []
  expect(
    others.map(({ name }) => name),
    'Add it to lib/api/postman-run.ts',
  ).toEqual([])
})
