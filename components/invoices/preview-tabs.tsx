'use client'

import { FileText } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { buttonStyle } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'

const VIEWS = [
  { value: 'email', label: 'Email' },
  { value: 'phone', label: 'Payment page' },
] as const

type PreviewTabsProps = {
  subject: string
  html: string
  pdfPath: string
  /** The payment page. */
  children: ReactNode
}

/** Shows the email or the payment page that the customer will get. Both are inert, and their links lead nowhere yet. */
export function PreviewTabs({ subject, html, pdfPath, children }: PreviewTabsProps) {
  const [view, setView] = useState<(typeof VIEWS)[number]['value']>('email')
  return (
    <Card aria-labelledby="preview" className="overflow-hidden">
      <CardHeader
        id="preview"
        title="What your customer gets"
        description={view === 'email' ? subject : 'As it looks on a phone'}
        action={
          <div className="flex flex-wrap items-center gap-2">
            <fieldset className="flex rounded-lg bg-muted p-0.5">
              <legend className="sr-only">Preview</legend>
              {VIEWS.map(({ value, label }) => (
                <label
                  key={value}
                  className={classNames(
                    'relative rounded-md px-2.5 py-1 text-[0.8125rem]',
                    value === view ? 'bg-surface font-medium shadow-card' : 'text-muted-foreground',
                  )}
                >
                  <input
                    type="radio"
                    name="preview"
                    value={value}
                    checked={value === view}
                    onChange={() => setView(value)}
                    className="absolute inset-0 size-full cursor-pointer appearance-none rounded-md"
                  />
                  {label}
                </label>
              ))}
            </fieldset>
            <a
              href={pdfPath}
              target="_blank"
              rel="noopener"
              className={buttonStyle({ variant: 'secondary', size: 'small' })}
            >
              <FileText aria-hidden className="size-4" />
              PDF
            </a>
          </div>
        }
      />
      {view === 'email' ? (
        // No scripts, no forms and no access to our origin; its links are of an invoice that is none yet.
        <iframe
          title={subject}
          srcDoc={html}
          sandbox=""
          className="block h-[48rem] w-full border-t bg-white sm:h-[44rem]"
        />
      ) : (
        <div className="border-t bg-muted px-3 py-6">
          <div
            inert
            className="mx-auto max-w-[24.375rem] rounded-2xl border bg-background px-4 py-6 shadow-float"
          >
            {children}
          </div>
        </div>
      )}
    </Card>
  )
}
