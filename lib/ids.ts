import { v7, validate } from 'uuid'

/** A new UUIDv7: rows made later sort later, so an index grows at its end. */
export function newId(): string {
  return v7()
}

export function isId(text: string): boolean {
  return validate(text)
}
