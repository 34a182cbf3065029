import { everyRow, type Page, type PageRequest } from '@/lib/domain/lists/keyset-page'
import type { FileAnswer } from '../operation'
import { type CsvColumn, csvAnswer, EXPORT_PAGE_ROWS } from './csv'

/**
 * Every row of a list, from its first page on and in its order, as a CSV file. What can't be listed is
 * refused before the file begins.
 */
export async function exportList<Row, Sort extends string>(
  page: PageRequest<Sort>,
  read: (page: PageRequest<Sort>) => Promise<Page<Row>>,
  columns: CsvColumn<Row>[],
  file: { filename: string; timeZone: string },
): Promise<FileAnswer> {
  const readFrom = ({ after }: Pick<PageRequest, 'after'>) =>
    read({ ...page, after, before: null, limit: EXPORT_PAGE_ROWS })
  const first = await readFrom({ after: null })
  const rows = everyRow((place) => (place.after ? readFrom(place) : Promise.resolve(first)))
  return csvAnswer(rows, columns, file)
}
