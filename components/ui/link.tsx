// biome-ignore lint/style/noRestrictedImports: this is the link that all others use.
import NextLink from 'next/link'
import type { ComponentProps, ReactNode } from 'react'

/**
 * A link between our pages. Nothing is fetched before the click: pages come in less than a tenth of a second,
 * while a list would ask the server for two parts of every row's page.
 */
export function Link(props: Omit<ComponentProps<typeof NextLink>, 'prefetch'>) {
  return <NextLink {...props} prefetch={false} />
}

type TitledLinkProps = { href: string; title: ReactNode; children?: ReactNode }

/** A link to an object's page, with a line about the object below it. Both are cut to the width they have. */
export function TitledLink({ href, title, children }: TitledLinkProps) {
  return (
    <>
      <Link href={href} className="block truncate rounded font-medium hover:underline">
        {title}
      </Link>
      {children && <span className="block truncate text-[0.8125rem] text-muted-foreground">{children}</span>}
    </>
  )
}
