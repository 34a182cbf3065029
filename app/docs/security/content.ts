import { type Block, type DocsPage, list } from '@/components/docs/content'

function report(contact: string | undefined): readonly Block[] {
  return [
    contact
      ? `Write to [${contact.replace(/^(mailto|tel):/, '')}](${contact}).`
      : 'This installation has not published an address for security reports. Write to the business that runs it, and ask for the person who operates Counterfoil.',
    list([
      'Describe the steps that show the problem, and what an attacker gains. A request and its `X-Request-Id` help most.',
      'Use test mode and accounts of your own. Do not read, change or keep the data of others, and do not load-test the service.',
      'Give the operator time to fix the problem before you publish it: 90 days is customary.',
    ]),
    'Operators set the address with `SECURITY_CONTACT`; `/.well-known/security.txt` then carries it.',
  ]
}

const SCOPE: readonly Block[] = [
  list([
    'Money that appears, disappears or moves twice, and a ledger that no longer adds up.',
    'Reading or changing what belongs to another vendor, or to the other mode of the same vendor.',
    'Sign-in, sessions, second factor, password resets and API keys.',
    'Webhooks that reach private addresses, or whose signature can be forged.',
    'Secrets in logs, errors, pages or mail: keys, card numbers, account numbers, passwords.',
  ]),
]

const PROTECTION: readonly Block[] = [
  list([
    'Bank account numbers, webhook secrets and second-factor secrets are encrypted with AES-256-GCM under a key derived from `SECRET_KEY`, which can be replaced while the service runs.',
    'API keys are stored as keyed hashes, passwords as Argon2id hashes. Both are shown or typed once and never logged.',
    'Passwords that attackers try first are refused. After five wrong ones in a day, sign-in to that email waits between tries, wherever they come from; a browser that has signed in before, or set the password by an emailed link, is counted apart.',
    'An account belongs to the person who receives its mail: a password reset that reaches an unconfirmed address revokes every API key, replaces the webhook signing secrets and turns two-step sign-in off.',
    'A session ends after 12 hours without use and after 30 days in any case. Sessions are listed on the Security page and can be ended there; a new password ends the others.',
    'Generating or rotating a key, showing a secret or a whole account number, and adding a bank account take the password, or a code where two-step sign-in is on, given in the last 15 minutes.',
    'Card numbers of live mode are entered on the payment provider’s own page and never reach this service.',
    'Ledger rows can only be added: a database trigger refuses updates and deletions.',
    'Everything that a page loads comes from this service; a content security policy enforces it.',
  ]),
]

export const SECURITY: DocsPage = {
  path: '/docs/security',
  title: 'Security',
  lead: 'How to report a vulnerability in this installation, and what it does to protect money and data.',
  sections: ({ securityContact }) => [
    { id: 'report', title: 'Report a vulnerability', blocks: report(securityContact) },
    { id: 'scope', title: 'What to look for', blocks: SCOPE },
    { id: 'protection', title: 'How data is protected', blocks: PROTECTION },
  ],
}
