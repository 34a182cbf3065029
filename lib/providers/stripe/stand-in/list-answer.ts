import type { Answer, Params } from './answer'

/** A page of what was made in the range, the latest first, as https://docs.stripe.com/api/pagination has it. */
export function listAnswer<Item extends { id: string; created: number }>(
  url: string,
  items: Item[],
  params: Params,
  show: (item: Item) => object,
): Answer {
  const from = Number(params.get('created[gte]') ?? 0)
  const until = Number(params.get('created[lt]') ?? Number.POSITIVE_INFINITY)
  const all = items.filter(({ created }) => created >= from && created < until).reverse()
  const after = all.findIndex(({ id }) => id === params.get('starting_after')) + 1
  const limit = Number(params.get('limit') ?? 10)
  const data = all.slice(after, after + limit).map(show)
  return { status: 200, body: { object: 'list', url, data, has_more: all.length > after + limit } }
}
