import { expect, test } from 'vitest'
import { connectionPool } from './client'

/*
 * A trigger or a function that reads or writes another table binds the two tables together: they could no longer be
 * distributed by tenant, and every write would pay for the other one.
 */

/** The functions that name a table outside of their literals, which are messages for people, or that run made-up SQL. */
const BOUND = `
  SELECT routine.name, array_agg(relation.relname::text) AS tables
    FROM (SELECT p.proname::text AS name, regexp_replace(pg_get_functiondef(p.oid), $$'[^']*'$$, '', 'g') AS text
            FROM pg_proc AS p
           WHERE p.pronamespace = 'public'::regnamespace AND p.prokind IN ('f', 'p')) AS routine
    JOIN pg_class AS relation
      ON relation.relnamespace = 'public'::regnamespace AND relation.relkind IN ('r', 'p', 'v')
     AND (routine.text ~* ('\\m' || relation.relname || '\\M') OR routine.text ~* '\\mEXECUTE\\M')
   GROUP BY routine.name ORDER BY routine.name`

test('a trigger or a function names no table, so it reads and writes its own row only', async () => {
  const { rows: known } = await connectionPool().query(
    `SELECT FROM pg_trigger WHERE NOT tgisinternal AND tgrelid = 'invoices'::regclass`,
  )
  expect(known.length).toBeGreaterThan(0)
  expect((await connectionPool().query(BOUND)).rows).toEqual([])
})

test('one that reads another table, or makes up its statement, would be seen', async () => {
  const client = await connectionPool().connect()
  try {
    await client.query('BEGIN')
    await client.query(`
      CREATE FUNCTION reads_another() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM 1 FROM Invoices WHERE account_id = NEW.account_id;
        RETURN NEW;
      END $$;
      CREATE FUNCTION makes_one_up() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        EXECUTE format('SELECT 1 FROM %I', TG_ARGV[0]);
        RETURN NEW;
      END $$`)
    const { rows } = await client.query<{ name: string }>(BOUND)
    expect(rows.map(({ name }) => name)).toEqual(['makes_one_up', 'reads_another'])
  } finally {
    await client.query('ROLLBACK')
    client.release()
  }
})
