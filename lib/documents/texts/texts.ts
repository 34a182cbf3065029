import type { Locale } from '@/lib/i18n/locale'
import { ar } from './ar'
import { de } from './de'
import type { DocumentTexts } from './document-texts'
import { en } from './en'
import { es } from './es'
import { fr } from './fr'
import { it } from './it'
import { ja } from './ja'
import { nl } from './nl'
import { pl } from './pl'
import { pt } from './pt'

export const DOCUMENT_TEXTS: Record<Locale, DocumentTexts> = { en, es, fr, de, it, nl, pl, pt, ja, ar }
