import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, test } from 'vitest'

/*
 * One word per concept, in words a native speaker would use. Each rule says what slips in and what to write
 * instead. It reads what people read: screens, mail, errors, documents and comments.
 */

/** `text`: strings and JSX text. `label`: a button, heading or field name, one sentence at most. */
type Place = 'text' | 'comment' | 'toast' | 'label'

interface Rule {
  slip: RegExp
  places: readonly Place[]
  /** The files that it is about; all of them where it names none. */
  files?: RegExp
}

const NOUNS = '(key|invoice|customer|payout|payment|account|vendor|password|endpoint|secret|refund)'

const RULES: Record<string, Rule> = {
  'write "Email", not "E-mail"': { slip: /\be-mail/i, places: ['text', 'comment'] },
  'a key or secret is rotated, not rolled': {
    slip: /\broll(s|ed|ing)?\b(?!( \w+)? back)/i,
    places: ['text', 'comment'],
  },
  'write "create" (or "add", "choose"), not "make"': {
    slip: new RegExp(
      `\\b(makes?|making|made) (an?|your|another|one|new)( \\w+)? ${NOUNS}\\b|^Makes? (?!sure)`,
      'i',
    ),
    places: ['text'],
  },
  'name the person or the noun instead of "whoever"': {
    slip: /\bwhoever\b/i,
    places: ['text', 'comment'],
  },
  'give the number or the noun instead of "so many"': {
    slip: /\bso many\b/i,
    places: ['text', 'comment'],
  },
  'a toast is past tense: "Invoice created", not "The invoice is created"': {
    slip: /\b(is|are|was|were|has been) \w+(ed|t|en|off|on)\b/i,
    places: ['toast'],
  },
  'on the vendor’s pages the customer is no "buyer"': {
    slip: /\bbuyer(?! reference)/i,
    places: ['text'],
    files: /^(app\/\(dashboard\)|components\/(?!docs|pay\b|portal))/,
  },
  'no full stop in a toast, button or label': { slip: /^[^.!?]+\.$/, places: ['toast', 'label'] },
}

const SOURCES = ['app', 'bench', 'bin', 'components', 'e2e', 'lib', 'packages', 'prisma/seed']
const PLAIN_FILES = ['prisma/schema.prisma', '.env.example']
/** Generated code, this file and texts in other languages. */
const UNREAD =
  /^lib\/db\/generated\/|^components\/glossary\.test\.ts$|\/texts\/(?!en\b)[a-z]{2}\.ts$|^packages\/\w+\/dist\//

const LABEL_ATTRIBUTES = /^(label|title|placeholder|aria-label|alt)$/
const LABEL_ELEMENTS = /^(Button|button|Label|label|h1|h2|h3|th|DialogTitle|MenuItem|BackLink)$/

interface Phrase {
  file: string
  line: number
  place: Place
  text: string
}

/** Strings with a space or a capital; the others are names, paths and codes. */
function isEnglish(text: string): boolean {
  return /\s|^[A-Z]/.test(text.trim())
}

function isToast(node: ts.Node): boolean {
  const call = ts.findAncestor(node, ts.isCallExpression)
  return call !== undefined && ts.isIdentifier(call.expression) && call.expression.text === 'toast'
}

function isLabel(node: ts.Node): boolean {
  const { parent } = node
  if (ts.isJsxAttribute(parent)) return LABEL_ATTRIBUTES.test(parent.name.getText())
  return ts.isJsxElement(parent) && LABEL_ELEMENTS.test(parent.openingElement.tagName.getText())
}

/** Every English phrase in a source file. */
function phrasesOf(file: string): Phrase[] {
  const text = readFileSync(file, 'utf8')
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const phrases: Phrase[] = []
  const add = (position: number, place: Place, words: string) =>
    phrases.push({ file, line: source.getLineAndCharacterOfPosition(position).line + 1, place, text: words })
  let code = text
  const visit = (node: ts.Node) => {
    const isString =
      ts.isStringLiteralLike(node) ||
      ts.isJsxText(node) ||
      node.kind === ts.SyntaxKind.TemplateHead ||
      node.kind === ts.SyntaxKind.TemplateMiddle ||
      node.kind === ts.SyntaxKind.TemplateTail
    if (isString || ts.isRegularExpressionLiteral(node)) {
      const start = node.getStart()
      code = code.slice(0, start) + ' '.repeat(node.end - start) + code.slice(node.end)
    }
    if (isString) {
      const words = (node as ts.LiteralLikeNode).text
      const start = ts.isJsxText(node) ? node.pos + words.length - words.trimStart().length : node.getStart()
      if (isEnglish(words)) add(start, 'text', words)
      if (isToast(node)) add(start, 'toast', words.trim())
      if (isLabel(node)) add(start, 'label', words.trim())
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  for (const { 0: comment, index } of code.matchAll(/\/\/.*|\/\*[\s\S]*?\*\//g)) {
    let at = index
    for (const line of comment.split('\n')) {
      add(at, 'comment', line)
      at += line.length + 1
    }
  }
  return phrases
}

/** The lines of a document, without its code. */
function linesOf(file: string): Phrase[] {
  let isCode = false
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, index) => {
      const isFence = line.startsWith('```')
      if (isFence) isCode = !isCode
      const text = line.replace(/`[^`]*`/g, ' ')
      return isCode || isFence ? [] : [{ file, line: index + 1, place: 'text' as const, text }]
    })
}

function filesBelow(folder: string, ending: RegExp): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name}`)
    .filter((file) => ending.test(file) && !UNREAD.test(file))
}

const documents = [
  ...readdirSync('.').filter((name) => name.endsWith('.md')),
  ...filesBelow('docs', /\.md$/),
  ...filesBelow('app/docs/content', /\.md$/),
  ...PLAIN_FILES,
]
const phrases = [
  ...SOURCES.flatMap((folder) => filesBelow(folder, /\.(tsx?|mjs)$/)).flatMap(phrasesOf),
  ...documents.flatMap(linesOf),
]

test('phrases of every kind are found', () => {
  for (const place of ['text', 'comment', 'toast', 'label'] as const) {
    expect(phrases.filter((phrase) => phrase.place === place).length, place).toBeGreaterThan(10)
  }
  expect(documents).toContain('README.md')
})

test.each(Object.entries(RULES))('%s', (_advice, { slip, places, files }) => {
  const offences = phrases
    .filter(
      ({ place, text, file }) => places.includes(place) && slip.test(text) && (!files || files.test(file)),
    )
    .map(({ file, line, text }) => `${file}:${line}: ${text.trim().replace(/\s+/g, ' ').slice(0, 110)}`)
  expect(offences).toEqual([])
})
