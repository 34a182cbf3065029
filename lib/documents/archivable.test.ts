import { crc32, deflateSync } from 'node:zlib'
import { XmlDocument } from 'libxml2-wasm'
import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFRawStream,
  PDFString,
} from 'pdf-lib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { creditOf, PAYMENT } from './document.fixture'
import type { DocumentFacts } from './document-facts'
import { eInvoiceOf } from './e-invoice'
import { eInvoiceFacts, item } from './e-invoice.fixture'
import { ciiOf } from './e-invoice-cii'
import { termsOf } from './e-invoice-terms.fixture'
import { renderCreditNotePdf, renderInvoicePdf, renderReceiptPdf } from './render-document'

const FACTS = eInvoiceFacts([item({ title: 'Design デザイン عربي' })])

const RENDERERS = {
  invoice: renderInvoicePdf,
  receipt: (facts: DocumentFacts) => renderReceiptPdf({ ...facts, payment: PAYMENT }),
  'credit note': (facts: DocumentFacts) =>
    renderCreditNotePdf({ ...facts, credit: creditOf(facts, 11_900n) }),
}

const open = (bytes: Uint8Array) => PDFDocument.load(bytes, { updateMetadata: false })

function streamAt(dict: PDFDict, name: string): PDFRawStream {
  const stream = dict.lookup(PDFName.of(name))
  if (!(stream instanceof PDFRawStream)) throw new Error(`${name} is no stream`)
  return stream
}

const contentOf = (stream: PDFRawStream) => Buffer.from(decodePDFRawStream(stream).decode())

function metadataOf({ catalog }: PDFDocument): XmlDocument {
  const stream = streamAt(catalog, 'Metadata')
  expect(stream.dict.has(PDFName.of('Filter'))).toBe(false)
  const packet = contentOf(stream).toString()
  expect(packet).toMatch(/^<\?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"\?>/)
  return XmlDocument.fromString(packet.replace(/<\?xpacket[^>]*\?>/g, '').trim())
}

const NAMESPACES = {
  pdfaid: 'http://www.aiim.org/pdfa/ns/id/',
  dc: 'http://purl.org/dc/elements/1.1/',
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  fx: 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#',
  pdfaSchema: 'http://www.aiim.org/pdfa/ns/schema#',
  pdfaProperty: 'http://www.aiim.org/pdfa/ns/property#',
}

const textAt = (xml: XmlDocument, path: string) => xml.get(path, NAMESPACES)?.content ?? null

/** The embedded files: their names, how they relate to the document, and their text. */
function filesOf({
  catalog,
}: PDFDocument): { name: string; relationship: string; type: string; text: string }[] {
  const associated = catalog.lookupMaybe(PDFName.of('AF'), PDFArray)
  return (associated?.asArray() ?? []).map((_, index) => {
    const specification = associated?.lookup(index, PDFDict)
    if (!specification) throw new Error('a file has its specification')
    const stream = streamAt(specification.lookup(PDFName.of('EF'), PDFDict), 'F')
    expect(stream.dict.lookup(PDFName.of('Params'), PDFDict).has(PDFName.of('ModDate'))).toBe(true)
    return {
      name: specification.lookup(PDFName.of('UF'), PDFHexString).decodeText(),
      relationship: String(specification.get(PDFName.of('AFRelationship'))),
      type: String(stream.dict.get(PDFName.of('Subtype'))),
      text: contentOf(stream).toString(),
    }
  })
}

describe.each(Object.entries(RENDERERS))('the PDF of each %s', (kind, render) => {
  test('is a PDF/A-3b as far as its structure tells', async () => {
    const bytes = await render(FACTS)
    const pdf = await open(bytes)
    expect(Buffer.from(bytes).subarray(0, 8).toString()).toBe('%PDF-1.7')
    const { ID, Encrypt } = pdf.context.trailerInfo
    expect(Encrypt).toBeUndefined()
    expect(String(ID)).toMatch(/^\[ <[0-9a-f]{32}> <[0-9a-f]{32}> \]$/)

    const xmp = metadataOf(pdf)
    expect(textAt(xmp, '//pdfaid:part')).toBe('3')
    expect(textAt(xmp, '//pdfaid:conformance')).toBe('B')
    expect(textAt(xmp, '//dc:title//rdf:li')).toBe(pdf.getTitle())
    expect(textAt(xmp, '//dc:creator//rdf:li')).toBe(pdf.getAuthor())

    const objects = pdf.context.enumerateIndirectObjects().map(([, object]) => object)
    const dictionaries = objects.flatMap((object) =>
      object instanceof PDFDict ? [object] : object instanceof PDFRawStream ? [object.dict] : [],
    )
    const ofType = (type: string) =>
      dictionaries.filter((dict) => dict.get(PDFName.of('Type')) === PDFName.of(type))
    const fonts = ofType('FontDescriptor')
    expect(fonts.length).toBeGreaterThan(2)
    for (const font of fonts) {
      expect(['FontFile2', 'FontFile3'].some((name) => font.has(PDFName.of(name)))).toBe(true)
    }
    for (const annotation of ofType('Annot')) expect(String(annotation.get(PDFName.of('F')))).toBe('4')
    for (const forbidden of ['JavaScript', 'Launch', 'Movie', 'Sound']) {
      expect(dictionaries.filter((dict) => dict.get(PDFName.of('S')) === PDFName.of(forbidden))).toEqual([])
    }
  })

  test('embeds the e-invoice as Factur-X and names it in its metadata, where it is one', async () => {
    const pdf = await open(await render(FACTS))
    const files = filesOf(pdf)
    const schema = '//pdfaSchema:namespaceURI'
    if (kind === 'receipt') {
      expect([files, textAt(metadataOf(pdf), schema)]).toEqual([[], null])
      return
    }
    const credit = kind === 'invoice' ? null : creditOf(FACTS, 11_900n)
    const invoice = eInvoiceOf(FACTS, credit)
    const text = invoice && ciiOf(invoice)
    expect(files).toEqual([{ name: 'factur-x.xml', relationship: '/Alternative', type: '/text#2Fxml', text }])
    expect(termsOf(files[0]?.text ?? '').document['BT-3']).toEqual([credit ? '381' : '380'])
    const xmp = metadataOf(pdf)
    const values = ['DocumentFileName', 'DocumentType', 'Version', 'ConformanceLevel'].map((name) => [
      textAt(xmp, `//fx:${name}`),
      textAt(xmp, `//pdfaProperty:name[.='${name}']/../pdfaProperty:valueType`),
    ])
    expect(values).toEqual([
      ['factur-x.xml', 'Text'],
      ['INVOICE', 'Text'],
      ['1.0', 'Text'],
      ['EN 16931', 'Text'],
    ])
    expect(textAt(xmp, schema)).toBe(NAMESPACES.fx)
  })

  test('has none without the facts, and is the same bytes each time', async () => {
    const bare = { ...FACTS, eInvoice: null }
    expect(filesOf(await open(await render(bare)))).toEqual([])
    expect(Buffer.from(await render(FACTS)).equals(Buffer.from(await render(FACTS)))).toBe(true)
  })
})

test('the colours are those of sRGB, by a profile that others can read', async () => {
  const { catalog } = await open(await renderInvoicePdf(FACTS))
  const intent = catalog.lookup(PDFName.of('OutputIntents'), PDFArray).lookup(0, PDFDict)
  expect(intent.get(PDFName.of('S'))).toBe(PDFName.of('GTS_PDFA1'))
  expect(intent.lookup(PDFName.of('OutputConditionIdentifier'), PDFString).asString()).toBe(
    'sRGB IEC61966-2.1',
  )
  const profile = contentOf(streamAt(intent, 'DestOutputProfile'))
  expect([profile.readUInt32BE(0), profile.toString('latin1', 36, 40)]).toEqual([profile.length, 'acsp'])
  // A picture in these colours, read by a library of colour profiles, stays what it is.
  const grey = { width: 1, height: 1, channels: 3, background: '#2b50d6' } as const
  const png = await sharp({ create: grey }).png().toBuffer()
  const tagged = await sharp(insertProfile(png, profile)).toColourspace('srgb').raw().toBuffer()
  for (const [index, expected] of [0x2b, 0x50, 0xd6].entries()) {
    expect(Math.abs((tagged[index] ?? 0) - expected)).toBeLessThanOrEqual(1)
  }
})

/** The picture with the profile, which stands in a chunk of its own behind the header of 33 bytes. */
function insertProfile(png: Buffer, profile: Buffer): Buffer {
  const data = Buffer.concat([Buffer.from('iCCPp\0\0', 'latin1'), deflateSync(profile)])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length - 4)
  checksum.writeUInt32BE(crc32(data))
  return Buffer.concat([png.subarray(0, 33), length, data, checksum, png.subarray(33)])
}
