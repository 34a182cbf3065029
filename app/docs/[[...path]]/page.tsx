import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { connection } from 'next/server'
import { DocsPageView } from '@/components/docs/docs-page'
import { plainText } from '@/components/docs/markdown'
import { currentSite, DOCS_GROUPS, docsPageAt } from '../pages'

type Props = { params: Promise<{ path?: string[] }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const page = await pageOf(params)
  const description = plainText(page.lead)
  const types = { 'text/markdown': `${page.path}.md` }
  // Absolute on the first page, which has no title of its own.
  const title = page.path === '/docs' ? { absolute: 'Documentation · Counterfoil' } : plainText(page.title)
  return { title, description, alternates: { types } }
}

export default async function Page({ params }: Props) {
  await connection()
  return <DocsPageView page={await pageOf(params)} groups={DOCS_GROUPS} site={currentSite()} />
}

async function pageOf(params: Props['params']) {
  const { path = [] } = await params
  return docsPageAt(['/docs', ...path].join('/')) ?? notFound()
}
