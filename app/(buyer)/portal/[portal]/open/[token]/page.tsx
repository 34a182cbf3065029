import { AskForLink } from '@/components/portal/ask-for-link'
import { PortalCard, PortalFrame, UnknownPortal } from '@/components/portal/portal-frame'
import { Button } from '@/components/ui/button'
import { canOpenPortal } from '@/lib/portal/read-portal'
import { readPortalRequest } from '../../portal-request'

/** A button rather than the portal itself: programs that scan mail open links, and would use this one up. */
export default async function PortalLinkPage({
  params,
}: {
  params: Promise<{ portal: string; token: string }>
}) {
  const { portal: key, token } = await params
  const { locale, texts, opened } = await readPortalRequest(key)
  if (!opened) return <UnknownPortal texts={texts} />
  const { portal, face } = opened
  const shared = { face, locale, texts }
  if (!(await canOpenPortal(portal, token))) {
    return <AskForLink {...shared} isSent={false} problem="link" />
  }
  const words = texts.portal.open
  return (
    <PortalFrame {...shared} page={`open/${token}`} email={null}>
      <PortalCard>
        <form method="post" action={`/api/pay/portal/${key}/open/${token}`} className="space-y-4">
          <div>
            <h1 className="font-semibold text-lg">{words.heading}</h1>
            <p className="mt-1 text-muted-foreground">{words.body}</p>
          </div>
          <Button type="submit" size="large" className="w-full ring-1 ring-foreground/15 ring-inset">
            {words.action}
          </Button>
        </form>
      </PortalCard>
    </PortalFrame>
  )
}
