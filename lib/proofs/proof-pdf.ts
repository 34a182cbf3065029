import { AFRelationship } from 'pdf-lib'
import {
  BODY,
  CONTENT_END,
  CONTENT_WIDTH,
  INK,
  LABEL,
  LINE_HEIGHT,
  MARGIN,
  PAGE_HEIGHT,
  PAGE_WIDTH,
  PageCanvas,
  roomFor,
  VOID,
} from '@/lib/documents/page-canvas'
import type { ProofDocument } from '@/packages/client/src/proofs/proof-document'
import { signPdf, signProof } from './proof-keys'
import { exactTime, type ProofView, presentProof } from './proof-view'

const COLOR = '#2b50d6'
const LINE = BODY.size * LINE_HEIGHT
const TERM_WIDTH = 90
const AMOUNT_WIDTH = 130
const GOOD = '#166534'

type Step = ProofView['steps'][number]

/** The proof on paper, with the signed data as an attachment; signed as a whole too. */
export async function renderProofPdf(proof: ProofDocument): Promise<Uint8Array<ArrayBuffer>> {
  const { file, signature } = signProof(proof)
  const view = presentProof(proof)
  const words = JSON.stringify(view)
  const canvas = await PageCanvas.create({ direction: 'ltr', text: { all: words, bold: words } }, (page) => {
    if (!view.isRealMoney) page.watermark('TEST', INK)
    page.box({ at: 0, y: 0 }, { width: PAGE_WIDTH, height: 5, color: COLOR })
  })
  const madeAt = new Date(view.madeAt)
  canvas.document.setTitle(`Proof · ${view.title}`, { showInWindowTitleBar: true })
  canvas.document.setAuthor(view.vendor)
  canvas.document.setProducer('Counterfoil')
  canvas.document.setCreationDate(madeAt)
  canvas.document.setModificationDate(madeAt)
  let y = drawHead(canvas, view)
  y = drawChecks(canvas, view, y)
  y = drawBalances(canvas, view, y)
  for (const step of view.steps) {
    y = view.kind === 'month' ? drawLine(canvas, step, y) : drawStep(canvas, step, y)
    await canvas.letOthersRun()
  }
  y = drawSums(canvas, 'Totals', view.totals, y + 10)
  drawSignature(canvas, { ...view, signature }, y + 14)
  drawFooters(canvas, view)
  await canvas.document.attach(Buffer.from(file), 'proof.json', {
    mimeType: 'application/json',
    description: 'The data of this proof, signed',
    creationDate: madeAt,
    modificationDate: madeAt,
    afRelationship: AFRelationship.Source,
  })
  return signPdf(await canvas.save())
}

const KIND_WORDS = { payment: 'Proof of a payment', payout: 'Proof of a payout', month: 'Proof of a month' }

function drawHead(canvas: PageCanvas, view: ProofView): number {
  const width = CONTENT_WIDTH
  canvas.text(KIND_WORDS[view.kind], { at: MARGIN, y: 52 }, { ...LABEL, width })
  let y = 76
  const style = { size: 18, weight: 'bold', width, maximumLines: 2 } as const
  y += canvas.paragraph(view.title, { at: MARGIN, y }, style)
  const origin = `${view.vendor}, ${view.mode} mode${view.isRealMoney ? '' : ' (no real money)'}. Made by ${view.issuer}, ${exactTime(view.madeAt)}.`
  y += canvas.paragraph(origin, { at: MARGIN, y }, { ...BODY, width })
  if (view.period) {
    const { from, to, is_over } = view.period
    const words = `From ${exactTime(from)} to ${exactTime(to)}${is_over ? '' : ', still running'}.`
    y += canvas.paragraph(words, { at: MARGIN, y }, { ...BODY, width })
  }
  return y + 8
}

function drawChecks(canvas: PageCanvas, { checks }: ProofView, top: number): number {
  let y = top
  for (const { title, faults, isPending } of checks) {
    const isFailed = faults.length > 0
    const outcome = isFailed ? 'Failed' : isPending ? 'Pending' : 'OK'
    y = drawParagraph(canvas, `${outcome}: ${title}`, y, isFailed ? VOID : INK)
    for (const fault of faults) y = drawParagraph(canvas, fault, y, VOID)
  }
  return y + 6
}

function drawParagraph(canvas: PageCanvas, text: string, top: number, color: string): number {
  const style = { ...BODY, color, width: CONTENT_WIDTH }
  const lines = canvas.linesOf(text, style)
  const y = roomFor(canvas, top, lines.length * LINE)
  return y + canvas.lines(lines, { at: MARGIN, y: y + BODY.size }, style)
}

function drawBalances(canvas: PageCanvas, { balances }: ProofView, top: number): number {
  let y = top
  for (const { account, currency, opening, closing } of balances) {
    y = drawRow(canvas, `${account}, ${currency}: opening ${opening}`, `closing ${closing}`, y)
  }
  return balances.length > 0 ? y + 8 : y
}

function drawRow(canvas: PageCanvas, text: string, amount: string, top: number): number {
  const y = roomFor(canvas, top, LINE) + BODY.size
  canvas.text(text, { at: MARGIN, y }, { ...BODY, width: CONTENT_WIDTH - AMOUNT_WIDTH - 8 })
  canvas.text(amount, { at: CONTENT_END, y, align: 'end' }, { ...BODY, width: AMOUNT_WIDTH })
  return y - BODY.size + LINE
}

const TICK_COLORS = { matched: GOOD, differs: VOID, in_flight: LABEL.color, not_yet: LABEL.color }

/** A step with all that is known of it. */
function drawStep(canvas: PageCanvas, step: Step, top: number): number {
  const { title, at, amount, lines, postings, reconciled } = step
  let y = roomFor(canvas, top + 8, 5 * LINE)
  canvas.rule({ at: MARGIN, y }, CONTENT_WIDTH)
  y += 18
  const strong = { size: 11, weight: 'bold' } as const
  canvas.text(title, { at: MARGIN, y }, { ...strong, width: CONTENT_WIDTH - AMOUNT_WIDTH - 8 })
  if (amount) {
    const text = `${amount.amount} ${amount.currency}`
    canvas.text(text, { at: CONTENT_END, y, align: 'end' }, { ...strong, width: AMOUNT_WIDTH })
  }
  canvas.text(exactTime(at), { at: MARGIN, y: y + 13 }, { ...LABEL, width: CONTENT_WIDTH })
  y += 20
  for (const { term, text } of lines) {
    const width = CONTENT_WIDTH - TERM_WIDTH
    const wrapped = canvas.linesOf(text, { ...BODY, width })
    y = roomFor(canvas, y, wrapped.length * LINE)
    canvas.text(term, { at: MARGIN, y: y + BODY.size }, { ...LABEL, width: TERM_WIDTH - 8 })
    y += canvas.lines(wrapped, { at: MARGIN + TERM_WIDTH, y: y + BODY.size }, BODY)
  }
  for (const { account, amount: moved, currency } of postings) {
    y = drawRow(canvas, account, `${moved} ${currency}`, y)
  }
  return reconciled ? drawParagraph(canvas, reconciled.text, y, TICK_COLORS[reconciled.state]) : y
}

const TICK_WORDS = {
  matched: 'matched',
  differs: 'DIFFERS',
  in_flight: 'in flight',
  not_yet: 'not compared yet',
}

/** A step of many in one line; the rest is in the data. */
function drawLine(canvas: PageCanvas, { title, at, amount, lines, reconciled }: Step, top: number): number {
  const about = lines.find(({ term }) => term === 'Invoice' || term === 'Customer')?.text ?? ''
  const text = [exactTime(at).slice(0, 19), title, about, reconciled && TICK_WORDS[reconciled.state]]
  return drawRow(
    canvas,
    text.filter(Boolean).join(' · '),
    amount ? `${amount.amount} ${amount.currency}` : '',
    top,
  )
}

function drawSums(canvas: PageCanvas, title: string, totals: ProofView['totals'], top: number): number {
  let y = roomFor(canvas, top, 3 * LINE)
  canvas.rule({ at: MARGIN, y }, CONTENT_WIDTH)
  canvas.text(title, { at: MARGIN, y: y + 18 }, { size: 11, weight: 'bold', width: CONTENT_WIDTH })
  y += 26
  for (const { account, amount, currency } of totals) y = drawRow(canvas, account, `${amount} ${currency}`, y)
  return y
}

function drawSignature(canvas: PageCanvas, view: ProofView & { signature: string }, top: number): void {
  let y = roomFor(canvas, top, 6 * LINE)
  canvas.rule({ at: MARGIN, y }, CONTENT_WIDTH)
  y += 8
  y = drawParagraph(canvas, `Signed with Ed25519 by the key ${view.keyId}:`, y, INK)
  y = drawParagraph(canvas, view.signature, y, INK)
  const how = `The data is attached as proof.json. npx counterfoil verify-proof FILE --key KEY checks this file and the data; ${view.issuer}/.well-known/counterfoil-proof-keys.json lists the keys. What a proof does not show: ${view.issuer}/docs/proofs.`
  drawParagraph(canvas, how, y, LABEL.color)
}

function drawFooters(canvas: PageCanvas, { title, vendor }: ProofView): void {
  const y = PAGE_HEIGHT - 32
  canvas.pages.forEach((page, index) => {
    canvas.turnTo(page)
    const style = { ...LABEL, width: CONTENT_WIDTH - 120 }
    canvas.text(`Proof · ${title} · ${vendor}`, { at: MARGIN, y }, style)
    const number = `Page ${index + 1} of ${canvas.pages.length}`
    canvas.text(number, { at: CONTENT_END, y, align: 'end' }, { ...LABEL, width: 110 })
  })
}
