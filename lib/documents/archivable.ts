import { createHash } from 'node:crypto'
import { AFRelationship, type PDFDocument, PDFHexString, PDFName, PDFString } from 'pdf-lib'
import { element, type XmlElement, xmlText } from './xml'

/** The name that Factur-X prescribes. */
const FACTUR_X_FILE = 'factur-x.xml'

/**
 * Makes a finished document a PDF/A-3b (ISO 19005-3), which archives and auditors can rely on: it says what its colours mean,
 * describes itself in XMP and has an id. An e-invoice is embedded as Factur-X 1.0 lays down. The same document gets the same bytes.
 */
export async function makeArchivable(document: PDFDocument, eInvoiceXml: string | null): Promise<void> {
  const { context, catalog } = document
  const title = document.getTitle() ?? ''
  const createdAt = document.getCreationDate() ?? new Date(0)
  const profile = context.register(context.flateStream(srgbProfile(), { N: 3 }))
  const intent = context.obj({
    Type: 'OutputIntent',
    S: 'GTS_PDFA1',
    OutputConditionIdentifier: PDFString.of(SRGB),
    Info: PDFString.of(SRGB),
    DestOutputProfile: profile,
  })
  catalog.set(PDFName.of('OutputIntents'), context.obj([intent]))
  const facts = {
    title,
    author: document.getAuthor() ?? '',
    producer: document.getProducer() ?? '',
    createdAt,
  }
  const xmp = xmpOf(facts, eInvoiceXml !== null)
  const metadata = context.stream(Buffer.from(xmp), { Type: 'Metadata', Subtype: 'XML' })
  catalog.set(PDFName.of('Metadata'), context.register(metadata))
  const id = PDFHexString.of(createHash('sha256').update(`${xmp}${eInvoiceXml}`).digest('hex').slice(0, 32))
  context.trailerInfo.ID = context.obj([id, id])
  if (eInvoiceXml === null) return
  await document.attach(Buffer.from(eInvoiceXml), FACTUR_X_FILE, {
    mimeType: 'text/xml',
    description: 'Factur-X',
    creationDate: createdAt,
    modificationDate: createdAt,
    // The same invoice for programs.
    afRelationship: AFRelationship.Alternative,
  })
}

type XmpFacts = { title: string; author: string; producer: string; createdAt: Date }

/** The metadata of the document, which says the same as its dictionary of information. */
function xmpOf({ title, author, producer, createdAt }: XmpFacts, hasEInvoice: boolean): string {
  const moment = `${createdAt.toISOString().slice(0, 19)}Z`
  const list = (kind: 'Alt' | 'Seq', text: string) => [
    element(`rdf:${kind}`, [element('rdf:li', text, kind === 'Alt' ? { 'xml:lang': 'x-default' } : {})]),
  ]
  const about = (namespaces: Record<string, string>, properties: XmlElement[]) =>
    element('rdf:Description', properties, { 'rdf:about': '', ...namespaces })
  const packet = element(
    'x:xmpmeta',
    [
      element(
        'rdf:RDF',
        [
          about({ 'xmlns:pdfaid': 'http://www.aiim.org/pdfa/ns/id/' }, [
            element('pdfaid:part', '3'),
            element('pdfaid:conformance', 'B'),
          ]),
          about({ 'xmlns:dc': 'http://purl.org/dc/elements/1.1/' }, [
            element('dc:title', list('Alt', title)),
            element('dc:creator', list('Seq', author)),
          ]),
          about({ 'xmlns:pdf': 'http://ns.adobe.com/pdf/1.3/' }, [element('pdf:Producer', producer)]),
          about({ 'xmlns:xmp': 'http://ns.adobe.com/xap/1.0/' }, [
            element('xmp:CreateDate', moment),
            element('xmp:ModifyDate', moment),
          ]),
          ...(hasEInvoice ? [facturXSchema(), about({ 'xmlns:fx': FACTUR_X }, facturXProperties())] : []),
        ],
        { 'xmlns:rdf': 'http://www.w3.org/1999/02/22-rdf-syntax-ns#' },
      ),
    ],
    { 'xmlns:x': 'adobe:ns:meta/' },
  )
  // The id of a packet is the same everywhere.
  const begin = '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>'
  const declaration = /^<\?xml[^\n]*\n/
  return `${begin}\n${xmlText(packet).replace(declaration, '')}<?xpacket end="r"?>`
}

const FACTUR_X = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#'

const FACTUR_X_PROPERTIES = [
  { name: 'DocumentFileName', value: FACTUR_X_FILE, description: 'The name of the embedded XML document' },
  { name: 'DocumentType', value: 'INVOICE', description: 'The type of the hybrid document' },
  { name: 'Version', value: '1.0', description: 'The version of the standard' },
  { name: 'ConformanceLevel', value: 'EN 16931', description: 'The profile of the embedded XML document' },
]

function facturXProperties(): XmlElement[] {
  return FACTUR_X_PROPERTIES.map(({ name, value }) => element(`fx:${name}`, value))
}

/** The description of these properties, which PDF/A demands of any that it doesn't know itself. */
function facturXSchema(): XmlElement {
  const resource = { 'rdf:parseType': 'Resource' }
  return element(
    'rdf:Description',
    [
      element('pdfaExtension:schemas', [
        element('rdf:Bag', [
          element(
            'rdf:li',
            [
              element('pdfaSchema:schema', 'Factur-X PDFA Extension Schema'),
              element('pdfaSchema:namespaceURI', FACTUR_X),
              element('pdfaSchema:prefix', 'fx'),
              element('pdfaSchema:property', [
                element(
                  'rdf:Seq',
                  FACTUR_X_PROPERTIES.map(({ name, description }) =>
                    element(
                      'rdf:li',
                      [
                        element('pdfaProperty:name', name),
                        element('pdfaProperty:valueType', 'Text'),
                        element('pdfaProperty:category', 'external'),
                        element('pdfaProperty:description', description),
                      ],
                      resource,
                    ),
                  ),
                ),
              ]),
            ],
            resource,
          ),
        ]),
      ]),
    ],
    {
      'rdf:about': '',
      'xmlns:pdfaExtension': 'http://www.aiim.org/pdfa/ns/extension/',
      'xmlns:pdfaSchema': 'http://www.aiim.org/pdfa/ns/schema#',
      'xmlns:pdfaProperty': 'http://www.aiim.org/pdfa/ns/property#',
    },
  )
}

const SRGB = 'sRGB IEC61966-2.1'

/** The whitepoint D50 of the profile's connection space. */
const D50 = [0.9642, 1, 0.8249]

/** The colorants of sRGB, adapted to D50. */
const COLORANTS = {
  r: [0.4360747, 0.2225045, 0.0139322],
  g: [0.3850649, 0.7168786, 0.0971045],
  b: [0.1430804, 0.0606169, 0.7141733],
}

/** The ICC profile of sRGB in version 2.1 (ICC.1:1998): colorants, and one curve of 256 points for the three of them. */
function srgbProfile(): Uint8Array {
  const [curve, description] = [srgbCurve(), describedAs(SRGB)]
  const copyright = Buffer.concat([ascii('text'), Buffer.alloc(4), ascii('No copyright\0')])
  const tags: [signature: string, data: Buffer][] = [
    ['desc', description],
    ['cprt', copyright],
    ['wtpt', xyz(D50)],
    ['rXYZ', xyz(COLORANTS.r)],
    ['gXYZ', xyz(COLORANTS.g)],
    ['bXYZ', xyz(COLORANTS.b)],
    ['rTRC', curve],
    ['gTRC', curve],
    ['bTRC', curve],
  ]
  const table: Buffer[] = [uint32(tags.length)]
  const contents: Buffer[] = []
  const offsets = new Map<Buffer, number>()
  let end = HEADER_BYTES + 4 + 12 * tags.length
  for (const [signature, data] of tags) {
    const offset = offsets.get(data) ?? end
    if (offset === end) {
      offsets.set(data, offset)
      const padded = Buffer.concat([data, Buffer.alloc((4 - (data.length % 4)) % 4)])
      contents.push(padded)
      end += padded.length
    }
    table.push(ascii(signature), uint32(offset), uint32(data.length))
  }
  return Buffer.concat([header(end), ...table, ...contents])
}

const HEADER_BYTES = 128

/** A display's profile, from RGB to XYZ. */
function header(size: number): Buffer {
  const bytes = Buffer.alloc(HEADER_BYTES)
  bytes.writeUInt32BE(size, 0)
  bytes.writeUInt32BE(0x02100000, 8)
  bytes.write('mntrRGB XYZ ', 12, 'latin1')
  // Year, month and day of the profile.
  for (const [index, part] of [2026, 1, 1].entries()) bytes.writeUInt16BE(part, 24 + 2 * index)
  bytes.write('acsp', 36, 'latin1')
  xyz(D50).copy(bytes, 68, 8)
  return bytes
}

function srgbCurve(): Buffer {
  const points = Array.from({ length: 256 }, (_, index) => {
    const value = index / 255
    const linear = value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
    const bytes = Buffer.alloc(2)
    bytes.writeUInt16BE(Math.round(linear * 65_535))
    return bytes
  })
  return Buffer.concat([ascii('curv'), Buffer.alloc(4), uint32(points.length), ...points])
}

/** A text, and room for it in Unicode and in the script of a Macintosh, unused. */
function describedAs(text: string): Buffer {
  const terminated = ascii(`${text}\0`)
  return Buffer.concat([
    ascii('desc'),
    Buffer.alloc(4),
    uint32(terminated.length),
    terminated,
    Buffer.alloc(78),
  ])
}

function xyz(values: number[]): Buffer {
  return Buffer.concat([
    ascii('XYZ '),
    Buffer.alloc(4),
    ...values.map((value) => uint32(Math.round(value * 65_536))),
  ])
}

function ascii(text: string): Buffer {
  return Buffer.from(text, 'latin1')
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
