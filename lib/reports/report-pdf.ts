import {
  BODY,
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
import { type DateOrder, dayText } from '@/lib/i18n/date-order'
import { formatAmountIn } from '@/lib/i18n/locale-format'
import { AGE_LABELS, AGES } from '@/lib/invoices/receivables'
import type { AmountView } from '@/lib/money/money'
import { formatIsoDate } from '@/lib/time/dates'
import { dayIn } from '@/lib/time/zone'
import { zoneOf } from '@/lib/time/zone-names'
import type { AgedCurrency, CurrencyReport, MonthReport, ReportLine } from './month-report'

const COLOR = '#2b50d6'
const LINE = BODY.size * LINE_HEIGHT
const GAP = 6

/** `width`: in points; the first column takes what the others leave. Amounts end at the right. */
type Column = { title: string; width: number; align: 'start' | 'end' }
type TableRow = { cells: string[]; isStrong?: boolean }

/** The report on paper, its dates in the reader's order. */
export async function renderReportPdf(
  report: MonthReport,
  order: DateOrder,
): Promise<Uint8Array<ArrayBuffer>> {
  const { title, vendor, createdAt, isRealMoney } = report
  const words = `${JSON.stringify(report)}${EVERYTHING_ELSE}`
  const canvas = await PageCanvas.create({ direction: 'ltr', text: { all: words, bold: words } }, (page) => {
    if (!isRealMoney) page.watermark('TEST', INK)
    page.box({ at: 0, y: 0 }, { width: PAGE_WIDTH, height: 5, color: COLOR })
  })
  canvas.document.setTitle(`Report · ${title}`, { showInWindowTitleBar: true })
  canvas.document.setAuthor(vendor)
  canvas.document.setProducer('Counterfoil')
  canvas.document.setCreationDate(createdAt)
  canvas.document.setModificationDate(createdAt)
  let y = drawHead(canvas, report, order)
  if (report.currencies.length === 0) y = drawText(canvas, `Nothing in ${title}.`, y)
  for (const currency of report.currencies) {
    y = drawCurrency(canvas, currency, y)
    await canvas.letOthersRun()
  }
  for (const aged of report.receivables) y = await drawAged(canvas, aged, dayText(report.agedOn, order), y)
  drawFooters(canvas, report)
  return canvas.save()
}

/** Letters that the report itself may not have: of amounts, labels and titles. */
const EVERYTHING_ELSE =
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.,:;·–-+%()/’ $€£¥₹₩₪₫₱₦₴₺₽\u00a0'

function drawHead(canvas: PageCanvas, report: MonthReport, order: DateOrder): number {
  const { title, vendor, mode, isRealMoney, firstDay, lastDay, timeZone, isOver, createdAt } = report
  const width = CONTENT_WIDTH
  canvas.text('Report of a month', { at: MARGIN, y: 52 }, { ...LABEL, width })
  let y = 76
  y += canvas.paragraph(title, { at: MARGIN, y }, { size: 18, weight: 'bold', width, maximumLines: 1 })
  const createdOn = dayText(formatIsoDate(dayIn(zoneOf(timeZone), createdAt)), order)
  const days = `${dayText(firstDay, order)} to ${dayText(lastDay, order)}, days in ${timeZone}${isOver ? '' : ', still running'}`
  const origin = `${vendor}, ${mode} mode${isRealMoney ? '' : ' (no real money)'}. ${days}. Created on ${createdOn}.`
  y += canvas.paragraph(origin, { at: MARGIN, y }, { ...BODY, width })
  return y + 4
}

function drawCurrency(canvas: PageCanvas, report: CurrencyReport, top: number): number {
  const { currency, sales, taxes, receivables, wallet, closing, lostDisputes, faults } = report
  const last = sales.length - 1
  let y = top
  for (const fault of faults) y = drawText(canvas, fault, y, VOID)
  if (sales.length > 0) {
    y = drawTable(
      canvas,
      `Invoiced, ${currency}`,
      [start('Documents'), end('Count', 44), end('Net'), end('Tax'), end('Fee'), end('Gross')],
      sales.map(({ label, count, net, tax, fee, total }, index) => ({
        cells: [label, count === null ? '' : String(count), ...[net, tax, fee, total].map(words)],
        isStrong: index === last,
      })),
      y,
    )
    y = drawTable(
      canvas,
      `Tax by rate, ${currency}`,
      [start('Tax'), end('Rate', 60), end('Net'), end('Tax')],
      taxes.map(({ label, rate, net, tax }) => ({ cells: [label, rate ?? '–', words(net), words(tax)] })),
      y,
    )
  }
  if (receivables.length > 0) y = drawLines(canvas, `Open invoices, ${currency}`, receivables, y)
  if (wallet.length === 0) return y
  y = drawLines(canvas, `Wallet, ${currency}`, wallet, y)
  const parts = [
    `Of the closing balance: available ${words(closing.available)}, on hold ${words(closing.onHold)}, owed ${words(closing.owed)}.`,
    ...(lostDisputes
      ? [`Disputes lost in the month: ${lostDisputes.count}, ${words(lostDisputes.amount)}.`]
      : []),
  ]
  return drawText(canvas, parts.join(' '), y + 4, LABEL.color)
}

function drawLines(canvas: PageCanvas, title: string, lines: ReportLine[], top: number): number {
  const last = lines.length - 1
  return drawTable(
    canvas,
    title,
    [start(''), end('Count', 60), end('Amount', 110)],
    lines.map(({ label, count, amount }, index) => ({
      cells: [label, count === null ? '' : String(count), words(amount)],
      isStrong: index === 0 || index === last,
    })),
    top,
  )
}

async function drawAged(canvas: PageCanvas, aged: AgedCurrency, day: string, top: number): Promise<number> {
  const columns = [start('Customer'), ...AGES.map((age) => end(AGE_LABELS[age], 66)), end('Total', 66)]
  const cells = ({ ages, total }: Pick<AgedCurrency, 'ages' | 'total'>) =>
    [...ages, total].map((amount) => (/[1-9]/.test(amount.amount) ? words(amount) : '–'))
  let y = drawTableHead(canvas, `Aged receivables on ${day}, ${aged.currency}`, columns, top)
  for (const customer of aged.customers) {
    y = drawRow(canvas, columns, { cells: [customer.name, ...cells(customer)] }, y)
    await canvas.letOthersRun()
  }
  return drawRow(canvas, columns, { cells: ['Total', ...cells(aged)], isStrong: true }, y)
}

const start = (title: string): Column => ({ title, width: 0, align: 'start' })
const end = (title: string, width = 84): Column => ({ title, width, align: 'end' })

function words({ amount, currency }: AmountView): string {
  return formatAmountIn('en', amount, currency)
}

function drawTable(
  canvas: PageCanvas,
  title: string,
  columns: Column[],
  rows: TableRow[],
  top: number,
): number {
  let y = drawTableHead(canvas, title, columns, top)
  for (const row of rows) y = drawRow(canvas, columns, row, y)
  return y
}

/** Never the last on a page. */
function drawTableHead(canvas: PageCanvas, title: string, columns: Column[], top: number): number {
  let y = roomFor(canvas, top + 14, 5 * LINE)
  canvas.text(title, { at: MARGIN, y: y + 11 }, { size: 11, weight: 'bold', width: CONTENT_WIDTH })
  y += 20
  const titles = { cells: columns.map((column) => column.title) }
  y = drawCells(canvas, columns, titles, y, { ...LABEL, weight: 'regular' })
  canvas.rule({ at: MARGIN, y: y + 2 }, CONTENT_WIDTH)
  return y + 4
}

function drawRow(canvas: PageCanvas, columns: Column[], row: TableRow, top: number): number {
  const y = roomFor(canvas, top, LINE + 2)
  return drawCells(canvas, columns, row, y, { ...BODY, weight: row.isStrong ? 'bold' : 'regular' }) + 2
}

type Style = { size: number; color: string; weight: 'regular' | 'bold' }

function drawCells(
  canvas: PageCanvas,
  columns: Column[],
  { cells }: TableRow,
  top: number,
  style: Style,
): number {
  const others = columns.reduce((sum, { width }) => sum + width, 0)
  let at = MARGIN
  columns.forEach((column, index) => {
    const width = column.width || CONTENT_WIDTH - others
    const place = { y: top + BODY.size, align: column.align }
    const text = cells[index] ?? ''
    if (text !== '') {
      const room = { ...style, width: width - GAP }
      canvas.text(text, { ...place, at: column.align === 'start' ? at : at + width }, room)
    }
    at += width
  })
  return top + LINE
}

function drawText(canvas: PageCanvas, text: string, top: number, color = INK): number {
  const style = { ...BODY, color, width: CONTENT_WIDTH }
  const lines = canvas.linesOf(text, style)
  const y = roomFor(canvas, top, lines.length * LINE)
  return y + canvas.lines(lines, { at: MARGIN, y: y + BODY.size }, style)
}

function drawFooters(canvas: PageCanvas, { title, vendor }: MonthReport): void {
  const y = PAGE_HEIGHT - 32
  canvas.pages.forEach((page, index) => {
    canvas.turnTo(page)
    canvas.text(`Report · ${title} · ${vendor}`, { at: MARGIN, y }, { ...LABEL, width: CONTENT_WIDTH - 120 })
    const number = `Page ${index + 1} of ${canvas.pages.length}`
    canvas.text(number, { at: PAGE_WIDTH - MARGIN, y, align: 'end' }, { ...LABEL, width: 110 })
  })
}
