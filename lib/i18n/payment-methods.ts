import type { Locale } from './locale'

/** Ways to pay that each language has a word for, by their codes. Any other is called by its own name everywhere. */
type MethodCode = 'card' | 'bank_transfer' | 'cash' | 'check' | 'other'

const WORDS: Record<Locale, Record<MethodCode, string>> = {
  en: { card: 'Card', bank_transfer: 'Bank transfer', cash: 'Cash', check: 'Check', other: 'Other' },
  es: {
    card: 'Tarjeta',
    bank_transfer: 'Transferencia bancaria',
    cash: 'Efectivo',
    check: 'Cheque',
    other: 'Otro',
  },
  fr: { card: 'Carte', bank_transfer: 'Virement bancaire', cash: 'Espèces', check: 'Chèque', other: 'Autre' },
  de: { card: 'Karte', bank_transfer: 'Überweisung', cash: 'Bar', check: 'Scheck', other: 'Sonstige' },
  it: { card: 'Carta', bank_transfer: 'Bonifico', cash: 'Contanti', check: 'Assegno', other: 'Altro' },
  nl: { card: 'Kaart', bank_transfer: 'Overboeking', cash: 'Contant', check: 'Cheque', other: 'Anders' },
  pl: { card: 'Karta', bank_transfer: 'Przelew', cash: 'Gotówka', check: 'Czek', other: 'Inny' },
  pt: {
    card: 'Cartão',
    bank_transfer: 'Transferência bancária',
    cash: 'Dinheiro',
    check: 'Cheque',
    other: 'Outra',
  },
  ja: { card: 'カード', bank_transfer: '銀行振込', cash: '現金', check: '小切手', other: 'その他' },
  ar: { card: 'بطاقة', bank_transfer: 'تحويل بنكي', cash: 'نقدًا', check: 'شيك', other: 'أخرى' },
}

/** `Visa •••• 4242`: the code in words or the name, with the last characters of the card or account where there are such. */
export function formatMethodIn(
  locale: Locale,
  { name, last4 }: { name: string; last4: string | null },
): string {
  const words: Record<string, string> = WORDS[locale]
  const method = Object.hasOwn(words, name) ? (words[name] ?? name) : name
  return last4 === null ? method : `${method} •••• ${last4}`
}
