// biome-ignore lint/style/noRestrictedImports: this is the link that all others use.
import NextLink from 'next/link'
import type { ComponentProps } from 'react'

/**
 * A link between our pages. Nothing is fetched before the click: pages come in less than a tenth of a second,
 * while a list would ask the server for two parts of every row's page.
 */
export function Link(props: Omit<ComponentProps<typeof NextLink>, 'prefetch'>) {
  return <NextLink {...props} prefetch={false} />
}
