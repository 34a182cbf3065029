import { expect, test } from 'vitest'
import { readMigrations } from './migrate'
import { faultsOf, kindOf, splitStatements, wordsOf } from './migration-kind'

const name = '20270101000000_change'
const expand = (sql: string) => faultsOf({ name, sql: `-- expand\n${sql}` })

test('each migration after the first release says in its first line what it is', async () => {
  expect(kindOf({ name, sql: '-- expand: notes of customers\nSELECT 1;' })).toBe('expand')
  expect(kindOf({ name, sql: '-- contract\nSELECT 1;' })).toBe('contract')
  expect(kindOf({ name: '0001_tables', sql: 'SELECT 1;' })).toBeNull()
  for (const sql of ['SELECT 1;', '-- both', '--expand', '\n-- expand', '-- expanded']) {
    expect(() => kindOf({ name, sql })).toThrow(
      `${name} has to begin with the line "-- expand" or "-- contract".`,
    )
  }
})

test('what we ship leaves the version before alone', async () => {
  expect((await readMigrations()).flatMap(faultsOf)).toEqual([])
})

test.each([
  ['ALTER TABLE "invoices" DROP COLUMN "note";', 'drops what the version before uses'],
  ['DROP TABLE "notes";', 'drops what the version before uses'],
  ['DROP INDEX "invoices_token_key";', 'drops what the version before uses'],
  ['ALTER TABLE invoices ALTER COLUMN note DROP DEFAULT;', 'drops what the version before uses'],
  ['ALTER TABLE invoices ADD COLUMN a int,\n  DROP CONSTRAINT invoices_note;', 'drops what'],
  ['alter table invoices rename column note to notes;', 'renames what the version before reads'],
  [`ALTER TYPE mode RENAME VALUE 'test' TO 'sandbox';`, 'renames what'],
  ['ALTER TABLE invoices SET SCHEMA old;', 'moves what'],
  ['ALTER TABLE invoices ALTER COLUMN note TYPE varchar(80);', 'changes the type of a column'],
  ['ALTER TABLE invoices ALTER "note" SET DATA TYPE text;', 'changes the type of a column'],
  ['ALTER TABLE invoices ALTER COLUMN note SET NOT NULL;', 'refuses the NULL'],
  [
    'ALTER TABLE invoices ADD COLUMN note text NOT NULL;',
    'adds a column that the version before leaves empty',
  ],
  ['ALTER TABLE invoices ADD COLUMN a int NOT NULL, ADD COLUMN b int DEFAULT 1;', 'adds a column'],
  ['ALTER TABLE invoices ADD COLUMN a int DEFAULT 1, ADD COLUMN b int NOT NULL;', 'adds a column'],
  [`ALTER TABLE invoices ADD CONSTRAINT c CHECK (note <> '');`, 'may refuse what the version before writes'],
  ['CREATE UNIQUE INDEX i ON invoices (account_id, note);', 'may refuse what the version before writes'],
  [
    'CREATE TRIGGER t BEFORE INSERT ON invoices EXECUTE FUNCTION f();',
    'acts on what the version before writes',
  ],
  ['DELETE FROM invoices;', 'removes what the version before reads'],
  ['DO $$ BEGIN PERFORM 1; END $$;', 'hides its statements in a block'],
])('an expand migration is refused with %s', (sql, why) => {
  expect(expand(sql)).toEqual([expect.stringContaining(`${name} ${why}`)])
  expect(faultsOf({ name, sql: `-- contract\n${sql}` })).toEqual([])
})

test('an expand migration adds tables, columns, values and indexes, and rules on what it created itself', () => {
  const sql = `
    -- Customers may DROP notes; nothing is renamed.
    CREATE TABLE "notes" ("id" uuid PRIMARY KEY, text text NOT NULL);
    ALTER TABLE "notes" ADD CONSTRAINT "notes_text" CHECK (text <> '; DROP TABLE notes'),
      ALTER COLUMN text SET NOT NULL;
    CREATE UNIQUE INDEX notes_text_key ON notes (text);
    CREATE TRIGGER notes_append_only BEFORE UPDATE ON "notes" EXECUTE FUNCTION refuse();
    ALTER TABLE invoices ADD COLUMN a int, ADD COLUMN b text NOT NULL DEFAULT '', ADD COLUMN c numeric(9, 2) DEFAULT 0 NOT NULL;
    ALTER TABLE invoices ALTER COLUMN note DROP NOT NULL;
    ALTER TYPE mode ADD VALUE 'rehearsal';
    CREATE INDEX invoices_a ON invoices (account_id, a);
    CREATE OR REPLACE FUNCTION words() RETURNS text LANGUAGE plpgsql AS $f$ BEGIN DROP TABLE x; RETURN ''; END $f$;
    UPDATE invoices SET a = 1;`
  expect(expand(sql)).toEqual([])
})

test('a comment above a statement lets it pass, and no other one', () => {
  const looser = `ALTER TABLE invoices DROP CONSTRAINT c, ADD CONSTRAINT c CHECK (a > 0 OR a IS NULL);`
  expect(expand(`-- allowed: looser; old rows pass\n${looser}`)).toEqual([])
  expect(expand(`-- allowed: looser\n${looser}\nDROP TABLE invoices;`)).toHaveLength(1)
  expect(expand(`-- allowed:\n${looser}`)).toHaveLength(1)
})

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
