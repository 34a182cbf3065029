import assert from 'node:assert/strict'
import fontkit from '@pdf-lib/fontkit'
import { PDFDict, PDFDocument, PDFName } from 'pdf-lib'
import { describe, expect, test } from 'vitest'
import { CREDIT, documentFacts, PAYMENT } from './document.fixture'
import { readLetterFonts } from './east-asian-fonts'
import { pagesOf, textSizesOf } from './pdf-text.fixture'
import { renderCreditNotePdf, renderInvoicePdf, renderReceiptPdf } from './render-document'

function factsWith(title: string, name = 'Ada Lovelace') {
  const [item] = documentFacts().items
  assert(item, 'there is one')
  return documentFacts({ items: [{ ...item, title }], customer: { ...documentFacts().customer, name } })
}

/** The text in the order it is drawn: letters of different fonts are pieces of their own. */
async function textOf(pdf: Promise<Uint8Array>): Promise<string> {
  return (await pagesOf(await pdf)).join('').replaceAll('\n', '')
}

async function fontNamesIn(pdf: Promise<Uint8Array>): Promise<string> {
  const { context } = await PDFDocument.load(await pdf)
  const objects = context.enumerateIndirectObjects().map(([, object]) => object)
  return objects
    .map((object) => (object instanceof PDFDict ? String(object.get(PDFName.of('BaseFont'))) : ''))
    .join()
}

async function fontsFor(text: string, bold = '') {
  const fonts = []
  for await (const each of readLetterFonts(new Set(text), bold)) fonts.push(each)
  return fonts
}

describe('Chinese, Japanese and Korean letters', () => {
  test.each([
    ['a Japanese name', '田中太郎'],
    ['kanji and kana', '株式会社ありがとうデザイン「見積書」を、〒100-0005に。'],
    ['kana and digits of half and full width', 'ｶﾀｶﾅ１２３ＡＢＣ'],
    ['a Korean name', '김민준'],
    ['a Korean address', '서울특별시 강남구 테헤란로 152'],
    ['simplified Chinese', '网站设计与开发服务，北京市朝阳区（有限公司）'],
    ['traditional Chinese', '臺灣網站設計開發有限公司'],
    ['letters beyond the basic plane', '𠮷野家'],
    ['all of them with Latin, Greek and Cyrillic', 'Łódź 田中 Ελλάδα 김민준 Москва 设计'],
  ])('are printed and can be copied: %s', async (_, title) => {
    const text = await textOf(renderInvoicePdf(factsWith(title)))
    expect(text.replaceAll(' ', '')).toContain(title.replaceAll(' ', ''))
    expect(text).not.toContain('□')
  })

  test('are printed in every document, in names too', async () => {
    const facts = {
      ...factsWith('网站设计', '김민준'),
      seller: { ...documentFacts().seller, name: '田中太郎' },
    }
    const reason = '注文の取り消し'
    const invoice = await textOf(renderInvoicePdf(facts))
    const receipt = await textOf(renderReceiptPdf({ ...facts, payment: PAYMENT }))
    const credit = await textOf(renderCreditNotePdf({ ...facts, credit: { ...CREDIT, reason } }))
    for (const text of [invoice, receipt, credit]) {
      expect(text).toContain('김민준')
      expect(text).toContain('田中太郎')
    }
    expect(invoice).toContain('网站设计')
    expect(receipt).toContain('网站设计')
    expect(credit).toContain(reason)
  })

  test('are composed where a text has them in parts', async () => {
    const text = await textOf(renderInvoicePdf(factsWith('한국어 が'.normalize('NFD'))))
    expect(text).toContain('한국어 が')
  })

  test('are as large as others in a long address without spaces', async () => {
    const address = ['東京都千代田区丸の内一丁目９番１号グラントウキョウノースタワー']
    const facts = documentFacts({ seller: { ...documentFacts().seller, address } })
    expect(await textOf(renderInvoicePdf(facts))).toContain(address[0])
    expect(Math.min(...(await textSizesOf(await renderInvoicePdf(facts))))).toBe(8)
  })

  test('stand in their place within text from right to left', async () => {
    expect(await textOf(renderInvoicePdf(factsWith('אב、גד')))).toContain('דג、בא')
    expect(await textOf(renderInvoicePdf(factsWith('אב 東京 גד')))).toContain('דג 東京 בא')
  })

  test('become a placeholder where no font has them', async () => {
    const text = await textOf(renderInvoicePdf(factsWith('東\u9fff京')))
    expect(text).toContain('東□京')
    expect(text).toContain('Some characters cannot be printed')
  })

  test('have the shapes of their language', async () => {
    expect(await fontNamesIn(renderInvoicePdf(factsWith('骨のある')))).toContain('NotoSansJP')
    expect(await fontNamesIn(renderInvoicePdf(factsWith('東京都千代田区')))).not.toContain('NotoSansSC')
    expect(await fontNamesIn(renderInvoicePdf(factsWith('骨头设计')))).not.toContain('NotoSansJP')
    expect(await fontNamesIn(renderInvoicePdf(factsWith('한국')))).not.toMatch(/NotoSans(JP|SC)/)
  })
})

describe('the fonts of a text', () => {
  test.each(['Łódź', 'שלום', 'ไทย', '👩‍👩‍👧🇩🇪', ''])('are none without such letters: %s', async (text) => {
    expect(await fontsFor(text)).toEqual([])
  })

  test('are few and small', async () => {
    const fonts = await fontsFor('田中太郎')
    expect(fonts.length).toBeLessThanOrEqual(4)
    for (const { regular } of fonts) expect(regular.length).toBeLessThan(4000)
  })

  test('draw each letter, and are bold where that is asked for', async () => {
    const letters = [...'田中太郎ありがとう김민준강남网站设计']
    const fonts = await fontsFor(letters.join(''), '남')
    const outlineOf = (bytes: Uint8Array, letter: string) =>
      fontkit.create(bytes).glyphForCodePoint(letter.codePointAt(0) ?? 0).path
    for (const letter of letters) {
      const font = fonts.find(({ regular }) =>
        fontkit.create(regular).hasGlyphForCodePoint(letter.codePointAt(0) ?? 0),
      )
      if (!font) throw new Error(`no font has ${letter}`)
      const { bbox } = outlineOf(font.regular, letter)
      expect(bbox.maxX - bbox.minX).toBeGreaterThan(300)
      expect(bbox.maxX).toBeLessThan(1100)
      if (letter !== '남') continue
      expect(font.bold && outlineOf(font.bold, letter).toSVG()).not.toBe(
        outlineOf(font.regular, letter).toSVG(),
      )
    }
    expect(fonts.filter(({ bold }) => bold)).toHaveLength(1)
  })
})
