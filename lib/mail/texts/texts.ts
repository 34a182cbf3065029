import type { Locale } from '@/lib/i18n/locale'
import { ar } from './ar'
import { de } from './de'
import { en } from './en'
import { es } from './es'
import { fr } from './fr'
import { it } from './it'
import { ja } from './ja'
import type { MailTexts } from './mail-texts'
import { nl } from './nl'
import { pl } from './pl'
import { pt } from './pt'

const TEXTS: Record<Locale, MailTexts> = { en, es, fr, de, it, nl, pl, pt, ja, ar }

/** The texts of mail in a language. */
export function textsIn(locale: Locale): MailTexts {
  return TEXTS[locale]
}
