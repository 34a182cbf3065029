import { LOCALE_NAMES, LOCALES, type Locale } from '@/lib/locale'
import { classNames } from '../ui/class-names'

type LanguageSwitchProps = { token: string; page: 'pay' | 'thank-you'; locale: Locale; label: string }

/** One button a language, each by its own name; a plain form, so that it needs no script. */
export function LanguageSwitch({ token, page, locale, label }: LanguageSwitchProps) {
  return (
    <form method="post" action={`/api/pay/${token}/language`}>
      <input type="hidden" name="page" value={page} />
      <fieldset className="-mx-1.5 flex flex-wrap">
        <legend className="sr-only">{label}</legend>
        {LOCALES.map((each) => (
          <button
            key={each}
            type="submit"
            name="language"
            value={each}
            lang={each}
            aria-current={each === locale ? 'true' : undefined}
            className={classNames(
              'min-h-8 rounded-md px-1.5 hover:text-foreground',
              each === locale ? 'font-medium text-foreground' : 'underline underline-offset-2',
            )}
          >
            {LOCALE_NAMES[each]}
          </button>
        ))}
      </fieldset>
    </form>
  )
}
