import { type SessionCaller, session } from '@/lib/auth/session-access'
import { type Call, type FileAnswer, operation } from '@/lib/http/operation'
import { Refusal } from '@/lib/http/refusals'
import { tenantTurns } from '@/lib/http/tenant-turns'
import type { ProofDocument } from '@/packages/client/src/proofs/proof-document'
import { signProof } from './proof-keys'
import { PROOF_KINDS, readProof } from './read-proof'

/** A month of thousands of movements takes a second to draw. */
const inTurn = tenantTurns({ atOnce: 2, atOncePerTenant: 1, waitingPerTenant: 5 })

const PATH = '/api/dashboard/proofs/{kind}/{id}'
const PARAMS = {
  kind: '`payment`, `payout` or `month`.',
  id: 'The invoice or the payout; of a month `2026-11`, or a day of it.',
}

export const proofJson = operation({
  method: 'GET',
  path: `${PATH}/proof.json`,
  summary: 'Download a proof',
  description: 'As signed JSON, for programs.',
  tag: 'Proofs',
  params: PARAMS,
  access: session('read'),
  answers: { 200: { contentType: 'application/json', description: 'The proof' } },
  errors: ['not_found', 'invoice_not_found', 'payout_not_found', 'invalid_input', 'rate_limited'],
}).handle((call) =>
  answerProof(call, 'json', async (proof) => new Uint8Array(Buffer.from(signProof(proof).file))),
)

export const proofPdf = operation({
  method: 'GET',
  path: `${PATH}/proof.pdf`,
  summary: 'Download a proof as a PDF',
  description: 'Signed, with the signed JSON attached.',
  tag: 'Proofs',
  params: PARAMS,
  access: session('read'),
  answers: { 200: { contentType: 'application/pdf', description: 'The proof' } },
  errors: ['not_found', 'invoice_not_found', 'payout_not_found', 'invalid_input', 'rate_limited'],
}).handle((call) =>
  answerProof(call, 'pdf', async (proof) => {
    // Loaded with the first proof, like all documents.
    const { renderProofPdf } = await import('./proof-pdf')
    return renderProofPdf(proof)
  }),
)

type ProofCall = Pick<SessionCaller, 'account' | 'vendor'> &
  Pick<Call, 'onDisconnect'> & { params: { kind: string; id: string } }

async function answerProof(
  { account, vendor, params, onDisconnect }: ProofCall,
  form: 'json' | 'pdf',
  write: (proof: ProofDocument) => Promise<Uint8Array<ArrayBuffer>>,
): Promise<FileAnswer<200>> {
  const kind = PROOF_KINDS.find((known) => known === params.kind)
  if (!kind) throw new Refusal('not_found')
  const content = await inTurn({ tenantId: vendor.id, onDisconnect }, async () =>
    write(await readProof(account, kind, params.id)),
  )
  return {
    status: 200,
    content,
    contentType: form === 'json' ? 'application/json' : 'application/pdf',
    filename: `proof-${kind}-${params.id}.${form}`,
    disposition: 'attachment',
  }
}
