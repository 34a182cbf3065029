import { Prisma } from './generated/client'

/** A piece of a statement. Values in it are parameters, so nothing that a person typed becomes SQL. */
export type Sql = Prisma.Sql

export const sql = Prisma.sql
export const joinSql = Prisma.join
export const noSql = Prisma.empty
/** A name of ours in a statement: never text from outside, which would become SQL. */
export const rawSql = Prisma.raw
