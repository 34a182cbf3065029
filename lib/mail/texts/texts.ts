import type { Locale } from '@/lib/i18n/locale'
import { ar } from './ar'
import { de } from './de'
import { en } from './en'
import { es } from './es'
import { fr } from './fr'
import type { MailTexts } from './mail-texts'

const TEXTS: Record<Locale, MailTexts> = { en, es, fr, de, ar }

/** The texts of mail in a language. */
export function textsIn(locale: Locale): MailTexts {
  return TEXTS[locale]
}
