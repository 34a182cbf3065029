import { ExternalLink } from 'lucide-react'
import { classNames } from '../ui/class-names'

/** The provider's page to answer a dispute on; nothing for one that can't be answered there, or is decided. */
export function AnswerLink({
  url,
  className = 'text-accent-text hover:underline',
}: {
  url: string | null
  className?: string
}) {
  if (!url) return null
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer"
      className={classNames('inline-flex items-center gap-1 whitespace-nowrap rounded', className)}
    >
      Answer dispute
      <ExternalLink aria-hidden className="size-3.5" />
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  )
}
