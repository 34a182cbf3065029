import { existsSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type Check, checkProof } from '../proofs/check-proof.ts'
import type { ProofDocument } from '../proofs/proof-document.ts'
import { ProofError, parseKeys, verifyProof } from '../proofs/verify-proof.ts'
import { type Command, UsageError } from './terminal.ts'

export const verifyProofCommand: Command = {
  summary: 'Verify a proof of payments or payouts, with nothing but its file and a public key',
  usage: `counterfoil verify-proof FILE --key KEY [--json]

Verifies the signature of a proof, JSON or PDF, and recomputes what it says: that the postings of each transaction and
all totals add up to zero, that the books moved what the providers' records say, and for a month that the opening
balances lead to the closing ones. Asks no service. Exit code 0: everything checks out; 1: something doesn’t.

  --key   the service's public key in Base64 or PEM, or a file with it, or with the list of keys that the service
          publishes at /.well-known/counterfoil-proof-keys.json
  --json  the result as JSON`,
  async run(args, { out }) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { key: { type: 'string' }, json: { type: 'boolean' } },
    })
    const [path] = positionals
    if (!path || positionals.length > 1) throw new UsageError('Give the file of one proof')
    if (!values.key) throw new UsageError('Give the public key of the service with --key')
    const file = readFileSync(path)
    const { proof, checks } = verified(
      file,
      existsSync(values.key) ? readFileSync(values.key, 'utf8') : values.key,
    )
    const isGood = checks.every(({ faults }) => faults.length === 0)
    if (values.json) out(JSON.stringify({ ok: isGood, subject: proof?.subject ?? null, checks }))
    else for (const line of report(proof, checks)) out(line)
    return isGood ? 0 : 1
  },
}

function verified(file: Buffer, keys: string): { proof: ProofDocument | null; checks: Check[] } {
  try {
    const proof = verifyProof(file, parseKeys(keys))
    const title = `Signature of every byte, by the key ${proof.key_id}`
    return { proof, checks: [{ title, faults: [] }, ...checkProof(proof)] }
  } catch (error) {
    if (!(error instanceof ProofError)) throw error
    return { proof: null, checks: [{ title: 'Signature', faults: [error.message] }] }
  }
}

function report(proof: ProofDocument | null, checks: Check[]): string[] {
  const about = proof
    ? [
        `Proof of a ${proof.kind}: ${proof.subject.title}`,
        `${proof.account.vendor.name}, ${proof.account.mode} mode${proof.account.is_real_money ? '' : ' (no real money)'}`,
        `Made by ${proof.issuer} at ${proof.made_at}`,
      ]
    : []
  const isGood = checks.every(({ faults }) => faults.length === 0)
  return [
    ...about,
    ...checks.flatMap(({ title, faults, isPending }) => [
      `${faults.length > 0 ? 'FAILED ' : isPending ? 'pending' : 'ok     '} ${title}`,
      ...faults.map((fault) => `        ${fault}`),
    ]),
    isGood ? 'Everything checks out.' : 'Don’t rely on this file.',
  ]
}
