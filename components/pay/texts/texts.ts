import type { Locale } from '@/lib/i18n/locale'
import { ar } from './ar'
import { de } from './de'
import { en } from './en'
import { es } from './es'
import { fr } from './fr'
import type { PayTexts } from './pay-texts'

const TEXTS: Record<Locale, PayTexts> = { en, es, fr, de, ar }

/** For the server alone: a component of the browser is given the words that it shows. */
export function payTextsIn(locale: Locale): PayTexts {
  return TEXTS[locale]
}
