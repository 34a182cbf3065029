import { DEFAULT_BRAND_COLOR, textColorOn } from '@/lib/branding/brand-color'
import { directionOf, type Locale } from '@/lib/i18n/locale'
import { textsIn } from '@/lib/mail/texts/texts'
import type { MailBody } from './queue-mail'

const NAME_CHARACTERS = 80
const NEVER_WRAPPED_CHARACTERS = 26
const NEVER_BROKEN_CHARACTERS = 16

/** The content of a mail in one language, as plain text: nothing is escaped yet. */
export type MailContent = {
  heading: string
  /** The vendor's own words, in lines. */
  message?: string[]
  paragraphs: string[]
  /** A table of two columns. */
  rows?: { label: string; value: string; isStrong?: boolean }[]
  action?: { label: string; url: string }
  /** A file to open, below the button. */
  document?: { label: string; url: string }
  /** Small print. */
  closing: string[]
}

/** How a content is shown, and in whose name. */
type Options = {
  locale: Locale
  isTest: boolean
  /** The name at the top, and the colour (`#rrggbb`) of the button; null for the default. */
  senderName: string
  color: string | null
}

/** A mail as it is written and kept: JSON. It is rendered when it is sent or shown. */
export type WrittenMail = Options & { content: MailContent }

/**
 * Renders the mail as plain text and as HTML. Every URL in it is ours. `logo` is the address of a picture that comes with the
 * mail, or holds its own bytes; null for none.
 */
export function renderMail({ content, ...options }: WrittenMail, logo: string | null = null): MailBody {
  return { text: asText(content, options), html: asHtml(content, options, logo) }
}

function asText(content: MailContent, options: Options): string {
  const { heading, message, paragraphs, rows, action, document, closing } = content
  const texts = textsIn(options.locale)
  const blocks = [
    ...(options.isTest ? [texts.testBand] : []),
    heading,
    ...(message ? [message.join('\n')] : []),
    ...paragraphs,
    ...(rows ? [rows.map(({ label, value }) => (value ? `${label}: ${value}` : label)).join('\n')] : []),
    // On its own line, so that the surrounding text is not taken for part of it.
    ...[action, document].flatMap((link) => (link ? [`${link.label}:\n${link.url}`] : [])),
    `-- \n${closing.join('\n')}`,
  ]
  return `${blocks.join('\n\n')}\n`
}

// Fonts with Arabic come before the generic one, which lacks it on many systems.
const FONT = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Helvetica,Arial,Tahoma,sans-serif"
const SMALL = 'margin:0 0 8px;font-size:13px;line-height:20px;color:#5c5c63'
const LINE = '1px solid #e5e5e1'

/**
 * A page of tables and inline styles, the common ground of mail programs. It loads no image, font or style from anywhere,
 * so that opening it is not tracked. The outer table repeats the direction, because some programs drop the
 * page's own.
 */
function asHtml(content: MailContent, options: Options, logo: string | null): string {
  const { locale, senderName, color } = options
  const direction = directionOf(locale)
  const body = `margin:0;padding:0;background:#f6f6f4;color:#18181b;${FONT}`
  return `<!doctype html>
<html lang="${locale}" dir="${direction}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${escapeHtml(content.heading)}</title></head>
<body style="${body}">
<table role="presentation" dir="${direction}" width="100%" cellpadding="0" cellspacing="0" style="background:#f6f6f4"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px"><tr><td align="${startOf(locale)}" style="padding:0 24px 12px;font-size:15px;line-height:24px;font-weight:600;overflow-wrap:anywhere;${FONT}">${logo === null ? '' : logoOf(logo)}<bdi>${escapeHtml(oneLine(senderName, NAME_CHARACTERS))}</bdi></td></tr>
<tr><td align="${startOf(locale)}" style="padding:24px 24px 16px;background:#ffffff;border:${LINE};border-top:4px solid ${color ?? DEFAULT_BRAND_COLOR};border-radius:10px;overflow-wrap:anywhere;${FONT}">
${mainPart(content, options)}
</td></tr><tr><td align="${startOf(locale)}" style="padding:16px 24px 0;overflow-wrap:anywhere;${FONT}">
${content.closing.map((line) => `<p style="${SMALL}">${escapeHtml(line)}</p>`).join('\n')}
</td></tr></table>
</td></tr></table>
</body>
</html>
`
}

function mainPart(content: MailContent, options: Options): string {
  const { heading, message, paragraphs, rows, action, document } = content
  const { locale, isTest, color } = options
  const texts = textsIn(locale)
  const band = `<p style="margin:0 0 16px;padding:6px 12px;border-radius:6px;background:#f9e3ad;color:#573600;font-size:13px;line-height:20px">${escapeHtml(texts.testBand)}</p>`
  const parts = [
    ...(isTest ? [band] : []),
    `<h1 style="margin:0 0 12px;font-size:20px;line-height:28px;font-weight:600">${escapeHtml(heading)}</h1>`,
    ...(message ? [messageOf(message, locale)] : []),
    ...paragraphs.map(
      (text) => `<p style="margin:0 0 16px;font-size:15px;line-height:24px">${escapeHtml(text)}</p>`,
    ),
    ...(rows ? [tableOf(rows, locale)] : []),
    ...(action ? [buttonOf(action, texts.addressHint, color ?? DEFAULT_BRAND_COLOR)] : []),
    ...(document ? [documentOf(document)] : []),
  ]
  return parts.join('\n')
}

/** Beside the name, which says what it shows. */
function logoOf(address: string): string {
  const style = 'height:32px;max-width:160px;vertical-align:middle;margin-inline-end:10px;border:0'
  return `<img src="${escapeHtml(address)}" alt="" height="32" style="${style}">`
}

function messageOf(lines: string[], locale: Locale): string {
  const start = startOf(locale)
  const style = `margin:0 0 16px;padding-${start}:12px;border-${start}:3px solid #d9d9d4;font-size:15px;line-height:24px`
  return `<p style="${style}">${lines.map(escapeHtml).join('<br>\n')}</p>`
}

function startOf(locale: Locale): 'left' | 'right' {
  return directionOf(locale) === 'rtl' ? 'right' : 'left'
}

function tableOf(rows: NonNullable<MailContent['rows']>, locale: Locale): string {
  const start = startOf(locale)
  const end = start === 'left' ? 'right' : 'left'
  const cell = `border-top:${LINE};padding:8px 0;font-size:14px;line-height:20px;vertical-align:top`
  const lines = rows.map(({ label, value, isStrong }) => {
    const weight = isStrong ? ';font-weight:600' : ''
    // Amounts and dates stay on one line, and leave the rest of a phone's width to the labels.
    const wrap = value.length <= NEVER_WRAPPED_CHARACTERS ? ';white-space:nowrap' : ''
    // A long value must not break the words of its label. A label can be an item with a longer one.
    const isPlain = label.split(/\s/).every((word) => word.length <= NEVER_BROKEN_CHARACTERS)
    const whole = isPlain ? ';overflow-wrap:normal' : ''
    return `<tr><td align="${start}" style="${cell}${whole}${weight}">${escapeHtml(label)}</td><td align="${end}" style="${cell};padding-${start}:16px;font-variant-numeric:tabular-nums${wrap}${weight}">${escapeHtml(value)}</td></tr>`
  })
  return `<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 20px;border-bottom:${LINE}">${lines.join('\n')}</table>`
}

function buttonOf({ label, url }: { label: string; url: string }, hint: string, color: string): string {
  const address = escapeHtml(url)
  const link = `href="${address}" target="_blank" rel="noopener noreferrer"`
  const button = `display:inline-block;padding:12px 20px;border-radius:8px;background:${color};color:${textColorOn(color)};font-size:15px;line-height:20px;font-weight:600;text-decoration:none`
  return `<p style="margin:0 0 20px"><a ${link} style="${button}">${escapeHtml(label)}</a></p>
<p style="${SMALL}">${escapeHtml(hint)}<br><a ${link} dir="ltr" style="color:#2446c4">${address}</a></p>`
}

function documentOf({ label, url }: { label: string; url: string }): string {
  const link = `href="${escapeHtml(url)}" target="_blank" rel="noopener noreferrer"`
  return `<p style="margin:0 0 8px;font-size:14px;line-height:20px"><a ${link} style="color:#2446c4">${escapeHtml(label)}</a></p>`
}

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for use between tags and in quoted attributes. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character)
}

/*
 * Makes outside text safe in a mail: in a header, where a line break would start another one, and in a body,
 * where it would start a paragraph that looks like ours.
 */

const ADDRESS = /^[^\s\p{C}<>()[\],;:"\\@]{1,64}@[^\s\p{C}<>()[\],;:"\\@]{1,253}$/u
const ADDRESS_CHARACTERS = 254

/** True if the text is exactly one email address: no name, list, comment or quoting. */
export function isMailAddress(text: string): boolean {
  return text.length <= ADDRESS_CHARACTERS && ADDRESS.test(text)
}

/** Outside text as one line of at most `limit` characters, without control and direction characters. */
export function oneLine(text: string, limit: number): string {
  return headerLine(text.replace(DIRECTIONS, ''), limit)
}

const DIRECTIONS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu

/** The same for a line of ours, which may contain characters that isolate the opposite direction. */
export function headerLine(text: string, limit: number): string {
  const line = text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
  const characters = Array.from(line)
  return characters.length <= limit ? line : `${characters.slice(0, limit - 1).join('')}…`
}

/** True if `address` reaches the reader of `own`: the same address, or one with a different +tag. */
export function isOwnAddress(address: string, own: string): boolean {
  return withoutTag(address) === withoutTag(own)
}

function withoutTag(address: string): string {
  return address.toLowerCase().replace(/\+[^@]*(?=@[^@]*$)/, '')
}

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u
const ISOLATE = '\u2068'
const END_OF_ISOLATE = '\u2069'

/**
 * A name, amount or id for use in a sentence: text in the opposite direction is isolated (Unicode UAX 9), so
 * that it does not reorder its surroundings.
 */
export function isolated(text: string, locale: Locale): string {
  const isMixed = directionOf(locale) === 'rtl' || RIGHT_TO_LEFT.test(text)
  return isMixed && text !== '' ? ISOLATE + text + END_OF_ISOLATE : text
}
