import { Button } from '@/components/ui/button'
import { Field, Input } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { PortalCard, PortalFrame, type PortalProps } from './portal-frame'

/** Why the portal is not open, in `?problem=`. */
export const PORTAL_PROBLEMS = ['email', 'link', 'ended', 'too_many'] as const

type PortalProblem = (typeof PORTAL_PROBLEMS)[number]

type AskForLinkProps = PortalProps & {
  /** True once a link was asked for. The page is the same whether or not the address is known. */
  isSent: boolean
  problem: PortalProblem | null
}

/** Where a customer asks for a link by mail. A plain form, so that it works without JavaScript. */
export function AskForLink({ isSent, problem, ...props }: AskForLinkProps) {
  const { face, texts } = props
  const words = texts.portal
  const problems = { ...words.problems, too_many: texts.bankDetails.problems.too_many }
  return (
    <PortalFrame {...props} page="" email={null}>
      <PortalCard>
        <form method="post" action={`/api/pay/portal/${face.key}/link`} className="space-y-4">
          <div>
            <h1 className="font-semibold text-lg">{words.ask.heading}</h1>
            <p className="wrap-anywhere mt-1 text-muted-foreground">
              {words.ask.intro({ vendor: face.vendor.name })}
            </p>
          </div>
          {isSent && (
            <Notice kind="success" role="status" title={words.ask.sentTitle}>
              {words.ask.sent}
            </Notice>
          )}
          {problem && problem !== 'email' && (
            <Notice kind="danger" role="alert">
              {problems[problem]}
            </Notice>
          )}
          <Field label={words.ask.email} error={problem === 'email' ? problems.email : undefined}>
            {(control) => (
              <Input
                {...control}
                name="email"
                type="email"
                required
                maxLength={254}
                autoComplete="email"
                spellCheck={false}
                dir="ltr"
              />
            )}
          </Field>
          <Button type="submit" size="large" className="w-full ring-1 ring-foreground/15 ring-inset">
            {words.ask.send}
          </Button>
        </form>
      </PortalCard>
    </PortalFrame>
  )
}
