import { createHash } from 'node:crypto'

/** Choices that only depend on the seed: the same words make the same choices in the same order. */
export class Random {
  private state: number

  constructor(private readonly seed: string) {
    this.state = createHash('sha256').update(seed).digest().readUInt32LE()
  }

  /** Choices of their own for a part of the work, so that parts at once don't take from each other. */
  fork(name: string | number): Random {
    return new Random(`${this.seed}/${name}`)
  }

  /** From 0 up to 1, by mulberry32. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }

  /** A whole number, both ends included. */
  integer(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1))
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.integer(0, items.length - 1)]
    if (item === undefined) throw new Error('there is nothing to pick from')
    return item
  }

  chance(share: number): boolean {
    return this.next() < share
  }

  shuffled<Item>(items: readonly Item[]): Item[] {
    const keyed = items.map((item) => ({ item, at: this.next() }))
    return keyed.toSorted((a, b) => a.at - b.at).map(({ item }) => item)
  }

  /** A UUID of version 4. */
  uuid(): string {
    const digits = Array.from({ length: 32 }, () => this.integer(0, 15).toString(16)).join('')
    return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-a$4-$5')
  }
}
