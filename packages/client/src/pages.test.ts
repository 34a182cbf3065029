import { expect, test } from 'vitest'
import { followList, Pages } from './pages.ts'

type Page = { notes: number[]; next_cursor: string | null }

const PAGES: Record<string, Page> = {
  first: { notes: [1, 2], next_cursor: 'b' },
  b: { notes: [], next_cursor: 'c' },
  c: { notes: [3], next_cursor: null },
}

function list() {
  const cursors: string[] = []
  const pages = new Pages<Page, number>(async (after = 'first') => {
    cursors.push(after)
    return PAGES[after] as Page
  }, 'notes')
  return { asked: cursors, pages }
}

test('a list is one page when awaited', async () => {
  const { asked, pages } = list()
  expect(asked).toEqual([])
  expect(await pages).toBe(PAGES.first)
  expect(asked).toEqual(['first'])
})

test('a list goes through all pages, each asked for once the one before is used up', async () => {
  const { asked, pages } = list()
  const seen: number[] = []
  for await (const note of pages) {
    seen.push(note)
    expect(asked).toEqual(note < 3 ? ['first'] : ['first', 'b', 'c'])
  }
  expect(seen).toEqual([1, 2, 3])
})

test('a list that grows at its end is gone through once', async () => {
  const answers: Page[] = [
    { notes: [1], next_cursor: '1' },
    { notes: [], next_cursor: '1' },
  ]
  const pages = new Pages<Page, number>(async () => answers.shift() as Page, 'notes')
  const seen: number[] = []
  for await (const note of pages) seen.push(note)
  expect(seen).toEqual([1])
})

test('a failed page is an error, and no loose rejection before anybody asks', async () => {
  const pages = new Pages<Page, number>(() => Promise.reject(new Error('no')), 'notes')
  await expect(pages).rejects.toThrow('no')
  await expect(pages[Symbol.asyncIterator]().next()).rejects.toThrow('no')
})

test('following goes on after the last cursor, and hands over a cursor once its page is done', async () => {
  const requests: [string | undefined, number][] = []
  const done: string[] = []
  const answers: Page[] = [
    { notes: [1, 2], next_cursor: 'a2' },
    { notes: [], next_cursor: 'a2' },
    { notes: [3], next_cursor: 'a3' },
    { notes: [4], next_cursor: 'a4' },
  ]
  const read = async (after: string | undefined, wait: number) => {
    requests.push([after, wait])
    return answers.shift() as Page
  }
  const events = followList(read, 'notes', 'a0', {
    waitSeconds: 20,
    onCursor: (cursor) => {
      done.push(cursor)
    },
  })
  expect((await events.next()).value).toBe(1)
  expect((await events.next()).value).toBe(2)
  expect(done).toEqual([])
  expect((await events.next()).value).toBe(3)
  expect(done).toEqual(['a2'])
  await events.return()
  expect(done).toEqual(['a2'])
  expect(requests).toEqual([
    ['a0', 20],
    ['a2', 20],
    ['a2', 20],
  ])
})
