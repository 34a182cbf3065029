import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { DocsPage } from './content'
import { blocksOf, markdownOf, plainText, sectionsOf } from './markdown'
import { Blocks } from './markdown-view'

const site = { url: 'https://pay.example.com', securityContact: undefined }

function pageOf(body: string): DocsPage {
  return { path: '/docs/x', title: 'X', lead: 'See [Y](/docs/y#z).', body: () => body }
}

test('plain text has the words only', () => {
  expect(plainText('See [the `key`](/docs) **now**,\nand `items[].qty`')).toBe(
    'See the key now, and items[].qty',
  )
})

test('a heading has an anchor of its own, or that of its words', () => {
  const sections = sectionsOf(
    pageOf('## API keys {#keys}\n\nText\n\n## Rotation and `expiry`\n\nText\n'),
    site,
  )
  expect(sections.map(({ id, title }) => [id, title])).toEqual([
    ['keys', 'API keys'],
    ['rotation-and-expiry', 'Rotation and expiry'],
  ])
})

test('the Markdown has absolute links, to Markdown within the documentation, and none of our marks', () => {
  const page = pageOf('## A {#b}\n\n<!-- table: T -->\n| C |\n|---|\n| {#d} [e](/docs/api.json) |\n')
  expect(markdownOf(page, site)).toBe(
    [
      '# X',
      'See [Y](https://pay.example.com/docs/y.md#z).',
      '<a id="b"></a>',
      '## A',
      '| C |\n|---|\n| <a id="d"></a>[e](https://pay.example.com/docs/api.json) |\n',
    ].join('\n\n'),
  )
})

test('HTML in a page is not markup, and a block of it is not shown', () => {
  const blocks = blocksOf(pageOf('A <b onclick="x()">b</b> \\<field>\n\n<script>alert(1)</script>\n'), site)
  expect(renderToStaticMarkup(Blocks({ blocks }))).toBe(
    '<p class="max-w-[70ch] wrap-anywhere">A &lt;b onclick=&quot;x()&quot;&gt;b&lt;/b&gt; &lt;field&gt;</p>',
  )
})
