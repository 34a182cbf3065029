import { Badge, type Tone } from '../ui/badge'

/** An HTTP status: done, refused or failed. */
export function ResponseStatusBadge({ status }: { status: number }) {
  return <Badge tone={toneOf(status)}>{status}</Badge>
}

function toneOf(status: number): Tone {
  if (status >= 500) return 'danger'
  if (status >= 400) return 'warning'
  return 'success'
}
