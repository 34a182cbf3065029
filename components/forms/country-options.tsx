import type { CountryChoice } from '@/lib/i18n/countries'

/** The choices of a country, and what was kept before, which may be free text from the API. */
export function CountryOptions({ countries, kept = '' }: { countries: CountryChoice[]; kept?: string }) {
  const isListed = kept === '' || countries.some(({ code }) => code === kept)
  return (
    <>
      {!isListed && <option value={kept}>{kept}</option>}
      {countries.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </>
  )
}
