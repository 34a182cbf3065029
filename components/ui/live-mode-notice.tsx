import { Notice } from './notice'

/** Says why live mode can't do something: `so live API keys can’t be made`. */
export function LiveModeNotice({ consequence }: { consequence: string }) {
  return (
    <Notice kind="warning" title="Live mode is not set up">
      No payment and payout provider is configured yet, {consequence}. Everything works in test mode.
    </Notice>
  )
}
