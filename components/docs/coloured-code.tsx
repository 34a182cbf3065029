import { Fragment } from 'react'
import type { CodeKind, CodePiece } from './colours'

const COLOURS: Record<CodeKind, string> = {
  comment: 'text-muted-foreground italic',
  string: 'text-success',
  number: 'text-warning',
  keyword: 'text-accent-text',
  name: 'font-medium',
}

/** Code whose colours were found on the server. */
export function ColouredCode({ pieces }: { pieces: readonly CodePiece[] }) {
  return pieces.map(({ text, kind }, index) => {
    // The pieces of a code never move, so the index is a stable key.
    const key = `${index}:${text}`
    if (kind === null) return <Fragment key={key}>{text}</Fragment>
    return (
      <span key={key} className={COLOURS[kind]}>
        {text}
      </span>
    )
  })
}
