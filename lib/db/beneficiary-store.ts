import { database } from './client'

/** A payout provider's memory of the beneficiaries that it has made; of two saved under a key the first stays. */
export function beneficiaryStore(provider: string) {
  return {
    async find(key: string): Promise<string | null> {
      const found = await database().providerBeneficiary.findUnique({
        where: { provider_key: { provider, key } },
      })
      return found?.beneficiaryId ?? null
    },
    async save(key: string, beneficiaryId: string): Promise<void> {
      await database().providerBeneficiary.createMany({
        data: [{ provider, key, beneficiaryId }],
        skipDuplicates: true,
      })
    },
  }
}
