import { LoaderCircle } from 'lucide-react'
import type { PayTexts } from './texts/pay-texts'

/** The provider has not said yet. Without script the browser looks again by itself all the same. */
export function Processing({ path, texts }: { path: string; texts: PayTexts['processing'] }) {
  return (
    <div className="flex gap-3">
      <noscript>
        <meta httpEquiv="refresh" content="5" />
      </noscript>
      <LoaderCircle
        aria-hidden
        className="mt-0.5 size-5 shrink-0 animate-spin text-accent-text motion-reduce:animate-none"
      />
      <div>
        <h2 className="font-semibold text-base">{texts.title}</h2>
        <p className="mt-1 text-muted-foreground">{texts.body}</p>
        <a
          href={path}
          className="mt-3 inline-flex min-h-8 items-center font-medium text-accent-text underline underline-offset-2"
        >
          {texts.lookAgain}
        </a>
      </div>
    </div>
  )
}
