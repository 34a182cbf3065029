/** A moment to the second, in UTC: where what happened is laid beside somebody's own log. */
export function ExactTime({ at }: { at: string }) {
  return (
    <time dateTime={at} className="tabular whitespace-nowrap">
      {at.slice(0, 19).replace('T', ' ')} UTC
    </time>
  )
}
