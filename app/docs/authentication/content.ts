import { code, type DocsPage, list, steps, wideTable } from '@/components/docs/content'

export const AUTHENTICATION: DocsPage = {
  path: '/docs/authentication',
  title: 'Authentication',
  lead: 'Every request needs an API key. Call the API from your servers; never put a key in a browser or an app.',
  sections: ({ url }) => [
    {
      id: 'keys',
      title: 'API keys',
      blocks: [
        'Create a key in the dashboard under [Developers → API keys](/settings/api-keys). It is shown once: the service stores only a keyed hash of it. Keys start with `cf_test_` or `cf_live_`, for your test account or your live account. The two accounts share no data.',
        code(
          'sh',
          'a request',
          `curl ${url}/api/v2/customer/CUSTOMER_ID -H 'Authorization: Bearer YOUR_API_KEY'`,
        ),
        wideTable(
          'Ways to send the key',
          ['Where', 'For', 'Note'],
          [
            ['`Authorization: Bearer YOUR_API_KEY`', 'Every endpoint', 'Recommended.'],
            ['`api_key` in the JSON body', 'POST', 'Equally safe: bodies are not logged.'],
            [
              '`?api_key=…` in the query',
              'GET',
              'Works, but proxies, load balancers and shells log URLs. Use the header.',
            ],
          ],
        ),
        'If you send both, the field wins.',
        'A missing, unknown, expired or revoked key is refused: [`invalid_api_key`](/docs/errors/invalid_api_key). The error for a missing key differs by endpoint: see the errors of each.',
      ],
    },
    {
      id: 'scopes',
      title: 'Scopes',
      blocks: [
        'A key has one or more scopes. A new key has all three unless you choose. The page of each endpoint names the scope it needs; without that scope the answer is 403 [`api_key_scope_missing`](/docs/errors/api_key_scope_missing).',
        wideTable(
          'Scopes',
          ['Scope', 'Allows'],
          [
            ['`read`', 'GET requests'],
            ['`invoices`', 'Creating and changing customers and invoices'],
            ['`payouts`', 'Adding bank accounts and moving money out'],
          ],
        ),
        'Give each program a key of its own with the scopes it needs: a shop that only sends invoices should not be able to pay out.',
      ],
    },
    {
      id: 'addresses',
      title: 'Addresses',
      blocks: [
        'A key can be limited to IP addresses or CIDR blocks, such as those of your servers. A request from elsewhere gets 403 [`api_key_address_refused`](/docs/errors/api_key_address_refused). A stolen key is then of no use to anybody else.',
      ],
    },
    {
      id: 'rotation',
      title: 'Rotation and expiry',
      blocks: [
        'You can give a key an expiry date when you create it. To replace a key without an interruption, rotate it:',
        steps([
          'Choose Rotate beside the key, and how long the old key keeps working: up to 7 days.',
          'Deploy the new key, which works at once.',
          'Check under [API keys](/settings/api-keys) when the old key was last used. Revoke it when nothing uses it any more, or let it expire.',
        ]),
        'If a key has leaked, revoke it: that takes effect with the next request.',
      ],
    },
    {
      id: 'banned',
      title: 'If your account is suspended',
      blocks: [
        list([
          'If the operator has banned your vendor account, every endpoint answers 403 [`vendor_banned`](/docs/errors/vendor_banned), except getting a customer and checking an invoice.',
          'If the operator has suspended live mode, the same happens with live keys only.',
        ]),
      ],
    },
  ],
}
