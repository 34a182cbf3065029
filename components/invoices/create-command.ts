/** The shortest command that makes an invoice. */
export function createInvoiceCommand(baseUrl: string): string {
  return [
    `curl -X POST ${baseUrl}/api/v2/invoice \\`,
    "  -H 'Content-Type: application/json' \\",
    `  -d '{"api_key":"YOUR_API_KEY","email":"ada@example.com","amount":25}'`,
  ].join('\n')
}
