import { type DocsPage, list } from '@/components/docs/content'

export const INTRODUCTION: DocsPage = {
  path: '/docs',
  title: 'Introduction',
  lead: 'Counterfoil lets you bill your customers and pay out to US bank accounts from your own servers.',
  sections: () => [
    {
      id: 'what-it-does',
      title: 'What it does',
      blocks: [
        list([
          'You create customers and invoices. Each invoice has a payment link where the buyer pays by card.',
          'When the invoice is paid, the amount is added to your credit wallet, and your server gets a webhook.',
          "From the wallet you pay out to a customer's bank account within seconds, over RTP or FedNow. If the provider refuses a payout, the money returns to your wallet.",
        ]),
        'Every movement of money is an entry in an append-only ledger. No payout is sent twice, and none is marked as failed on a guess.',
        'You have two accounts: one in test mode, where a sandbox stands in for the bank and card networks, and one in live mode. The quick start uses test mode.',
      ],
    },
    {
      id: 'where-to-go',
      title: 'Where to go',
      blocks: [
        list([
          '[Quick start](/docs/quick-start): from an empty account to a payout, in a shell',
          '[Webhooks](/docs/webhooks): learn when an invoice is paid, and verify the sender',
          '[API reference](/docs/api): every endpoint and field, with samples in five languages',
          '[Errors](/docs/errors): every error code, what it means and what to do',
          '[Client](/docs/client): typed, for TypeScript; and one file for Python',
          '[Command line](/docs/command-line): webhooks on your machine, and a service for your tests',
          '[Test mode](/docs/testing): cards and account numbers that trigger each outcome',
          '[Going live](/docs/going-live): a list to go through before real money moves',
          '[Operating](/docs/operating): run an installation: settings, commands, backups',
        ]),
        'Every page is also available as Markdown: add `.md` to its address. [llms.txt](/llms.txt) lists all pages for language models. The API is described as [OpenAPI 3.1](/api/v2/openapi.json) and as a [Postman collection](/docs/postman.json).',
      ],
    },
  ],
}
