import { SearchX } from 'lucide-react'
import { SiteDocument } from '@/components/shell/site-document'
import { SITE_METADATA, SITE_VIEWPORT } from '@/components/shell/site-metadata'
import { buttonStyle } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/notice'
import './globals.css'

export const metadata = { ...SITE_METADATA, title: 'Not found · Counterfoil' }

export const viewport = SITE_VIEWPORT

/** For a URL that matches no page. */
export default function NotFound() {
  return (
    <SiteDocument>
      <main className="flex min-h-dvh items-center justify-center px-4">
        <EmptyState
          Icon={SearchX}
          title={<h1 className="text-base">Page not found</h1>}
          action={
            <a href="/" className={buttonStyle({ variant: 'secondary' })}>
              Go to the start page
            </a>
          }
        >
          This page doesn’t exist.
        </EmptyState>
      </main>
    </SiteDocument>
  )
}
