import { z } from 'zod'
import { noControlCharacters } from '@/lib/control-characters'
import type { Orm } from '@/lib/db/client'
import { isStorableText } from '@/lib/db/storable-text'
import type { OrmTransaction } from '@/lib/db/transaction'
import { refuse } from '@/lib/http/refusals'
import { newId } from '@/lib/ids'
import { now } from '@/lib/time/clock'

/** The lists that have saved views. */
export const VIEWED_LISTS = ['invoices', 'customers', 'payouts'] as const

export type ViewedList = (typeof VIEWED_LISTS)[number]

const MAX_VIEWS = 20
const MAX_QUERY_CHARACTERS = 1000

const storable = (text: string) => isStorableText(text)

export const newView = z.object({
  list: z.enum(VIEWED_LISTS),
  name: z
    .string()
    .trim()
    .min(1, 'Enter a name')
    .max(60, 'At most 60 characters')
    .refine(storable, 'Enter a name')
    .refine(...noControlCharacters),
  query: z
    .string()
    .max(MAX_QUERY_CHARACTERS, 'This view has too many filters')
    .refine(storable, 'query is no text')
    .describe('The list’s query string: search, filters, order and columns.'),
})

export type NewView = z.output<typeof newView>

export const savedViews = z.object({
  views: z.array(z.object({ id: z.uuid(), name: z.string(), query: z.string() })).describe('By name.'),
})

export type SavedViews = z.infer<typeof savedViews>

/** A person's views of a list. */
export async function readViews(tx: Orm, memberId: string, list: ViewedList): Promise<SavedViews> {
  const views = await tx.savedView.findMany({
    where: { memberId, list },
    select: { id: true, name: true, query: true },
    orderBy: { name: 'asc' },
  })
  return { views }
}

/**
 * Saves a view of a list for one person; one of the same name is replaced. Refuses with `saved_views_full` beyond 20 of
 * a list.
 */
export async function saveView(
  tx: OrmTransaction,
  memberId: string,
  { list, name, query }: NewView,
): Promise<void> {
  // Two tabs at once can't pass the limit together: both lock the person's row.
  await tx.$queryRaw`SELECT FROM members WHERE id = ${memberId}::uuid FOR NO KEY UPDATE`
  const count = await tx.savedView.count({ where: { memberId, list, name: { not: name } } })
  if (count >= MAX_VIEWS) refuse('saved_views_full')
  await tx.savedView.upsert({
    where: { memberId_list_name: { memberId, list, name } },
    create: { memberId, id: newId(), list, name, query: placeless(query), createdAt: now() },
    update: { query: placeless(query) },
  })
}

/** Without the page that was open: its rows move on. */
function placeless(query: string): string {
  const params = new URLSearchParams(query)
  for (const name of ['after', 'before']) params.delete(name)
  return params.toString()
}

/** Deletes a view. One that is gone, or another person's, is no error. */
export async function deleteView(tx: Orm, memberId: string, id: string): Promise<void> {
  await tx.savedView.deleteMany({ where: { memberId, id } })
}

/** Deletes all views of a person. */
export async function deleteViews(tx: Orm, memberId: string): Promise<void> {
  await tx.savedView.deleteMany({ where: { memberId } })
}
