import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { reportLines } from '../exam/exam-report.ts'
import { newSecret } from '../exam/examiner.ts'
import { runExam } from '../exam/run-exam.ts'
import { formatOf } from './forward-event.ts'
import { type Command, UsageError } from './terminal.ts'

export const examCommand: Command = {
  summary: 'Examine your webhook receiver: forgeries, repeats, order, rotation, interruptions',
  usage: `counterfoil exam URL --secret whsec_… [--as invoice|event] [--state-url URL] [--template FILE] [--settle-ms N] [--json]

Sends about a hundred deliveries to your receiver, good and bad ones, and grades what it does with them. Nothing is
needed but the receiver. Exit code 0: nothing found; 1: faults found; 2: the exam could not be held.

  --secret     the secret that your receiver verifies with (or COUNTERFOIL_WEBHOOK_SECRET)
  --as         invoice: as an invoice's webhook_url gets it (the default); event: as an endpoint of the account does
  --state-url  answers how often an invoice was fulfilled: {"fulfilled": 1, "status": "Paid"}, status if you like.
               {id} in it stands for the invoice's id. Without it, only answers are examined
  --template   a file with fields of the invoices to send as JSON, such as {"reference": "order-{n}"}, for a receiver
               that knows its orders; {n} is a new number each time, {id} the invoice's id
  --settle-ms  how long your receiver may go on working after its answer (1500)
  --json       the report as JSON

Use a test receiver: with --as event it gets refunds, disputes, payouts and warnings of fraud of made-up invoices too, and acts on them.`,
  async run(args, { env, out, err }) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        secret: { type: 'string' },
        as: { type: 'string' },
        'state-url': { type: 'string' },
        template: { type: 'string' },
        'settle-ms': { type: 'string' },
        json: { type: 'boolean' },
      },
    })
    const [url] = positionals
    if (!url || !URL.canParse(url)) throw new UsageError('Give the URL of your receiver')
    const secret = values.secret ?? env.COUNTERFOIL_WEBHOOK_SECRET
    if (!secret) {
      throw new UsageError(
        `Give the secret of your receiver with --secret. For the exam you can use ${newSecret()}`,
      )
    }
    if (!/^whsec_./.test(secret)) throw new UsageError('--secret begins with whsec_')
    const settleMs = Number(values['settle-ms'] ?? 1_500)
    if (!Number.isInteger(settleMs) || settleMs < 0)
      throw new UsageError('--settle-ms is a number of milliseconds')
    const format = formatOf(values.as, 'invoice')
    const template = values.template === undefined ? undefined : readFileSync(values.template, 'utf8')
    if (!values.json) err(`Examining ${url} …`)
    const report = await runExam({ url, secret, format, stateUrl: values['state-url'], template, settleMs })
    if (values.json) out(JSON.stringify(report))
    else for (const line of reportLines(report)) out(line)
    if (report.unreachable) return 2
    return report.grade === 'A' ? 0 : 1
  },
}
