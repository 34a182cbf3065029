import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, test } from 'vitest'

/*
 * What moves money runs in the driver's transaction, whose statements are prepared. A transaction of the ORM can run them too,
 * so no type refuses it.
 */

const ROOT = posix.join(import.meta.dirname, '../..')

type Declaration = { file: string; name: string; text: string }

/** The functions and constants at the top level of a source. */
function declarationsIn(file: string, text: string): Declaration[] {
  return text.split(/^(?=(?:export )?(?:async )?(?:function|const) \w)/m).flatMap((part) => {
    const [, name] = /^(?:export )?(?:async )?(?:function|const) (\w+)/.exec(part) ?? []
    return name ? [{ file, name, text: part }] : []
  })
}

/** What writes entries: two functions of the ledger, and the statements of payouts that post by themselves. */
const POSTINGS = ['postTransaction', 'reverseTransaction', 'addPayout', 'deliverPayout']

/** What moves money by the transaction that it takes as `tx` or `on`: it hands it to a posting, or to what does. */
function thatMoveMoney(declarations: Declaration[]): Set<string> {
  const names = new Set(POSTINGS)
  for (let size = 0; size < names.size; ) {
    size = names.size
    for (const { name, text } of declarations) {
      if (/[(\s](?:tx|on): (?:\w*Transaction|Queryable)\b/.test(text) && handsOver(text, names))
        names.add(name)
    }
  }
  return names
}

const handsOver = (text: string, names: Set<string>) =>
  [...text.matchAll(/\b(\w+)\(\s*(?:tx|on)\b/g)].some(([, name = '']) => names.has(name))

/** Declarations that have a transaction of the ORM, and move money by it. */
function wrongIn(declarations: Declaration[]): string[] {
  const names = thatMoveMoney(declarations)
  return declarations
    .filter(({ text }) => /\b(?:tx|on): OrmTransaction\b|(?:\binOrm|\.orm)Transaction\(/.test(text))
    .filter(({ text }) => handsOver(text, names))
    .map(({ file, name }) => `${file}: ${name}`)
}

const sources = ['lib', 'app', 'bin'].flatMap((folder) =>
  readdirSync(posix.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter((file) => /\.tsx?$/.test(file) && !/\.(?:test|fixture)\.ts$|^lib\/db\/generated\//.test(file)),
)
const declarations = sources.flatMap((file) =>
  declarationsIn(file, readFileSync(posix.join(ROOT, file), 'utf8')),
)

test('whatever posts to the ledger does so in a transaction of the driver', () => {
  const names = thatMoveMoney(declarations)
  for (const known of [
    'payInvoice',
    'requestRefund',
    'recordReversals',
    'recordOutsidePayment',
    'creditWallet',
    'recordPayoutIntent',
    'recordDelivery',
  ]) {
    expect(names).toContain(known)
  }
  expect(wrongIn(declarations)).toEqual([])
})

test('every statement with the entries of a posting is known', () => {
  const posting = declarations.filter(
    ({ text }) => /= (?:row)?[sS]tatement</.test(text) && /\bpostedCtes\(/.test(text),
  )
  expect(posting.map(({ name }) => name).toSorted()).toEqual(['addPayout', 'deliverPayout', 'writePosting'])
})

test.each([
  'async function pay() {\n  await inOrmTransaction((tx) => postTransaction(tx, header, []))\n}',
  'export const pay = operation().handle(({ commit }) =>\n  commit.ormTransaction((tx) => postTransaction(tx, header, [])),\n)',
  'function pay(tx: OrmTransaction) {\n  return take(tx, 1)\n}\n\nasync function take(tx: Transaction) {\n  await postTransaction(\n    tx,\n  )\n}',
])('%j is found', (text) => {
  expect(wrongIn(declarationsIn('lib/a/pay.ts', text))).toEqual(['lib/a/pay.ts: pay'])
})
