/** The row of a statement that gives exactly one, such as an upsert with RETURNING. */
export function onlyRow<Row>(rows: Row[]): Row {
  const [row] = rows
  if (row === undefined || rows.length > 1) throw new Error(`expected one row, got ${rows.length}`)
  return row
}
