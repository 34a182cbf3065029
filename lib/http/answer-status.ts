import { AsyncLocalStorage } from 'node:async_hooks'

type Answer = { statusCode: number }

// Next.js loads a module once for each bundle it is in: the page and the web process have to mean the same one.
const store = globalThis as typeof globalThis & { counterfoilAnswers?: AsyncLocalStorage<Answer> }

function answers(): AsyncLocalStorage<Answer> {
  store.counterfoilAnswers ??= new AsyncLocalStorage()
  return store.counterfoilAnswers
}

/** Runs what answers a request, so that a page can say with which status. */
export function withAnswer<Result>(answer: Answer, handle: () => Result): Result {
  return answers().run(answer, handle)
}

/**
 * Has the page that is being rendered sent with 404. Next.js knows only `notFound()`, which leaves it to the
 * browser's script to draw what is shown then; a page that calls this has its own words in the HTML. It
 * counts until the first bytes are sent: there must be no loading state above the page.
 */
export function answerNotFound(): void {
  const answer = answers().getStore()
  if (answer) answer.statusCode = 404
}
