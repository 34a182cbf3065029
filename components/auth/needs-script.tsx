/** For a browser without JavaScript: says why the form does nothing. */
export function NeedsScript() {
  return (
    <noscript>
      <p className="mt-4 text-danger">
        This page needs JavaScript. Switch it on in your browser and load it again.
      </p>
    </noscript>
  )
}
