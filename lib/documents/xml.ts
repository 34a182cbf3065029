/** An element with text or elements in it. */
export type XmlElement = {
  name: string
  attributes: Readonly<Record<string, string>>
  content: string | readonly XmlElement[]
}

/** An element; children that are null are left out. */
export function element(
  name: string,
  content: string | readonly (XmlElement | null)[],
  attributes: Readonly<Record<string, string>> = {},
): XmlElement {
  const children = typeof content === 'string' ? content : content.filter((child) => child !== null)
  return { name, attributes, content: children }
}

/** An element with this text, or none where there is no text. */
export function optionalElement(
  name: string,
  text: string | null,
  attributes: Readonly<Record<string, string>> = {},
): XmlElement | null {
  return text === null || text === '' ? null : element(name, text, attributes)
}

/** The document in XML 1.0, whatever the texts contain: characters that XML can't carry become U+FFFD. */
export function xmlText(root: XmlElement): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${written(root, '')}`
}

function written({ name, attributes, content }: XmlElement, indent: string): string {
  const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`)
  if (content.length === 0) return `${indent}<${name}${pairs.join('')}/>\n`
  const inside =
    typeof content === 'string'
      ? escaped(content)
      : `\n${content.map((child) => written(child, `${indent}  `)).join('')}${indent}`
  return `${indent}<${name}${pairs.join('')}>${inside}</${name}>\n`
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** All but the Char of XML 1.0, section 2.2. With the flag `u`, half of a surrogate pair is a character of its own. */
const NOT_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu

function escaped(text: string): string {
  return text.replace(NOT_XML, '\ufffd').replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '')
}
