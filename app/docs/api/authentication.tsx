import Link from 'next/link'
import { DocsTable } from '@/components/docs/docs-table'
import { LINK_STYLE, List, Paragraph } from '@/components/docs/prose'
import { CodeBlock } from '@/components/ui/code-block'
import { ShellVariables } from '../shell-variables'

export function Authentication() {
  return (
    <>
      <Paragraph>
        Every request carries an API key. Make one in the dashboard under{' '}
        <Link href="/settings/api-keys" className={LINK_STYLE} prefetch={false}>
          Settings, API keys
        </Link>
        . It is shown once: the service keeps only a keyed hash of it. A key starts with `cf_test_` or
        `cf_live_`, and so says which of your two accounts it opens; neither account sees anything of the
        other.
      </Paragraph>
      <DocsTable
        label="Ways to send the key"
        className="min-w-[34rem]"
        head={['Where', 'On', 'Worth knowing']}
        rows={[
          ['`Authorization: Bearer YOUR_API_KEY`', 'every endpoint', 'Recommended.'],
          ['`api_key` in the JSON body', 'POST', 'As good: bodies are not logged.'],
          [
            '`?api_key=…` in the query',
            'GET',
            'Works, but proxies, load balancers and shells write addresses down. Use the header.',
          ],
        ]}
      />
      <Paragraph>
        Given both field and header, the field counts. The commands on this page use the header:
      </Paragraph>
      <ShellVariables />
      <CodeBlock
        what="the two other ways"
        code={[
          `curl "$BASE/api/v2/invoice/$INVOICE_ID?api_key=$KEY"`,
          `curl "$BASE/api/v2/invoice" -H 'Content-Type: application/json' \\`,
          `  -d '{ "api_key": "'$KEY'", "email": "sam@example.com", "amount": 25 }'`,
        ].join('\n')}
      />
      <List
        items={[
          'A key that is unknown, expired or revoked is answered 401 `Invalid API Key`. A key that is missing has a status and words of its own on each endpoint: see their errors.',
          'A key may expire by itself, if you say so when you make it. To replace one, roll it: the new key is good at once, and the old one for as long as you say, up to 7 days, while your servers move over. Revoking works at once.',
          'A vendor whom the operator has banned is answered 403 on everything but reading a customer and checking an invoice.',
        ]}
      />
    </>
  )
}
