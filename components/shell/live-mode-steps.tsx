import { Check } from 'lucide-react'
import type { LiveModeView } from '@/lib/vendors/live-mode-view'
import { Card, CardHeader } from '../ui/card'
import { classNames } from '../ui/class-names'
import { Link } from '../ui/link'

/** The steps that a vendor still needs for live mode. Renders nothing in test mode, or when none is left. */
export function LiveModeSteps({ liveMode }: { liveMode: LiveModeView }) {
  if (!liveMode || liveMode.isOn) return null
  return (
    <Card aria-labelledby="live-mode-steps">
      <CardHeader
        id="live-mode-steps"
        title="Live mode is off"
        description="Live customers, keys, payments and payouts wait for these. Everything works in test mode."
      />
      <ol className="px-4 pb-2 sm:px-5">
        {stepsOf(liveMode).map(({ title, isDone, hint, link }, index) => (
          <li key={title} className="flex gap-3 border-t py-3">
            <span
              aria-hidden
              className={classNames(
                'mt-0.5 flex size-5 shrink-0 items-center justify-center rounded-full',
                isDone
                  ? 'bg-success-soft text-success'
                  : 'border border-control-border text-muted-foreground text-xs',
              )}
            >
              {isDone ? <Check className="size-3.5" /> : index + 1}
            </span>
            <div className="min-w-0 flex-1">
              <h3 className="font-medium">
                {title}
                <span className="sr-only">{isDone ? ' (done)' : ' (missing)'}</span>
              </h3>
              {!isDone && (
                <p className="text-muted-foreground">
                  {hint}
                  {link && (
                    <>
                      {' '}
                      <Link
                        href={link.href}
                        className="whitespace-nowrap text-accent-text underline underline-offset-4"
                      >
                        {link.words}
                      </Link>
                    </>
                  )}
                </p>
              )}
            </div>
          </li>
        ))}
      </ol>
    </Card>
  )
}

/** The number of steps left. */
export function missingSteps(liveMode: NonNullable<LiveModeView>): number {
  return stepsOf(liveMode).filter(({ isDone }) => !isDone).length
}

type Step = { title: string; isDone: boolean; hint: string; link?: { href: string; words: string } }

function stepsOf({
  isEmailConfirmed,
  hasSecondFactor,
  isApproved,
  hasProviders,
}: NonNullable<LiveModeView>): Step[] {
  return [
    {
      title: 'Confirm your email',
      isDone: isEmailConfirmed,
      hint: 'Open the link that we emailed you.',
      link: { href: '/settings/profile', words: 'Go to Profile' },
    },
    {
      title: 'Turn on two-step sign-in',
      isDone: hasSecondFactor,
      hint: 'A code from your phone protects your money.',
      link: { href: '/settings/security', words: 'Go to Security' },
    },
    {
      title: 'Get approved by the operator',
      isDone: isApproved,
      hint: 'The operator of this service approves each vendor. Contact them once the steps above are done.',
    },
    {
      title: 'Payment and payout providers',
      isDone: hasProviders,
      hint: 'The operator has not connected them yet.',
    },
  ]
}
