/** What a provider says of the keys that we come to it with. */
export type Access = {
  /** Whether it moves real money for them; null where it does not say. */
  movesRealMoney: boolean | null
}
