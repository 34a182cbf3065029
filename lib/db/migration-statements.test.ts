import { expect, test } from 'vitest'
import { readMigrations } from './migrate'
import { splitStatements, wordsOf } from './migration-statements'

test('a semicolon ends a statement, unless it is in a text, a name or a comment', () => {
  const statements = [
    `-- Notes; of customers.\nCREATE TABLE "no;tes" (text text DEFAULT 'it''s; one');`,
    `CREATE FUNCTION f() RETURNS text LANGUAGE plpgsql AS $$ BEGIN RETURN ';'; END $$;`,
    `CREATE FUNCTION g() RETURNS text LANGUAGE sql AS $g$ SELECT $$;$$; $g$;`,
    `/* one;\n two; */ SELECT 1; `.trim(),
    `SELECT 2 -- the last;`,
  ]
  expect(splitStatements(`\n${statements.join('\n\n')}\n`)).toEqual(statements)
  expect(splitStatements('')).toEqual([])
})

test('no statement of our migrations is lost, and each begins with one word of its own', async () => {
  for (const { name, sql } of await readMigrations()) {
    const statements = splitStatements(sql)
    expect(statements.join('').replace(/\s/g, ''), name).toBe(sql.replace(/\s/g, ''))
    for (const statement of statements) {
      expect(wordsOf(statement), name).toMatch(
        /^(ALTER|COMMENT|CREATE|DROP|GRANT|INSERT|REVOKE|SELECT|UPDATE|DO) /,
      )
    }
  }
})

test('the words of a statement are without comments, quotes around names, and the contents of texts', () => {
  expect(wordsOf(`-- DROP it\nALTER TABLE "notes"\n  ADD CHECK (text <> '; DROP'); -- later`)).toBe(
    `ALTER TABLE notes ADD CHECK (text <> '')`,
  )
})
