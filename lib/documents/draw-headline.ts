import { encode } from 'uqr'
import { BODY, CONTENT_END, CONTENT_WIDTH, LABEL, MARGIN } from './document-page'
import type { PageCanvas } from './page-canvas'

/** The side of the QR code. */
const QR_SIZE = 84

/** What is left white around it. */
const QUIET = 10

/** What the document is about in one line, and where it is paid if it still is to be. Returns the `y` below it. */
export function drawHeadline(
  canvas: PageCanvas,
  { headline, payment }: { headline: string; payment: { label: string; url: string } | null },
  top: number,
): number {
  canvas.rule({ at: MARGIN, y: top }, CONTENT_WIDTH)
  const width = payment ? CONTENT_WIDTH - QR_SIZE - 24 : CONTENT_WIDTH
  const style = { size: 13, weight: 'bold', width, maximumLines: 3 } as const
  let y = top + 30
  y += canvas.paragraph(headline, { at: MARGIN, y }, style)
  if (!payment) return y + 6
  canvas.text(payment.label, { at: MARGIN, y: y + 2 }, { ...LABEL, width })
  const height = canvas.paragraph(payment.url, { at: MARGIN, y: y + 16 }, { ...BODY, width })
  canvas.link(payment.url, { at: MARGIN, y: y + 6 }, { width, height })
  drawQrCode(canvas, payment.url, top + 16)
  return Math.max(y + 16 + height, top + 16 + QR_SIZE) + 8
}

function drawQrCode(canvas: PageCanvas, url: string, y: number): void {
  const { data, size } = encode(url, { ecc: 'M', border: 0 })
  const path = data.flatMap((row, line) => row.map((isDark, column) => (isDark ? square(column, line) : '')))
  const place = { at: CONTENT_END - QR_SIZE, y }
  // Nothing of a watermark in it or around it, which a reader could take for a module.
  const edge = QR_SIZE + 2 * QUIET
  canvas.box({ at: place.at - QUIET, y: y - QUIET }, { width: edge, height: edge, color: '#ffffff' })
  canvas.shape(path.join(''), place, { width: QR_SIZE, scale: QR_SIZE / size })
  canvas.link(url, place, { width: QR_SIZE, height: QR_SIZE })
}

function square(x: number, y: number): string {
  return `M${x} ${y}h1v1h-1z`
}
