import type { Locale } from '@/lib/i18n/locale'
import { ar } from './ar'
import { de } from './de'
import { en } from './en'
import { es } from './es'
import { fr } from './fr'
import { it } from './it'
import { ja } from './ja'
import { nl } from './nl'
import type { PayTexts } from './pay-texts'
import { pl } from './pl'
import { pt } from './pt'

const TEXTS: Record<Locale, PayTexts> = { en, es, fr, de, it, nl, pl, pt, ja, ar }

/** All languages are one file: what a page shows first receives just its strings from the server. */
export function payTextsIn(locale: Locale): PayTexts {
  return TEXTS[locale]
}
