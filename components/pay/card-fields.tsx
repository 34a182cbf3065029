import type { CardErrors } from '@/lib/client/card-fields'
import { Field } from '../ui/field'
import { Input } from '../ui/input'

/** What is asked of a card, with the names that browsers fill in by. */
export function CardFields({ errors }: { errors: CardErrors }) {
  return (
    <>
      <Field label="Card number" error={errors.number}>
        {(control) => (
          <Input
            {...control}
            name="number"
            inputMode="numeric"
            autoComplete="cc-number"
            placeholder="1234 1234 1234 1234"
            maxLength={32}
            className="tabular"
          />
        )}
      </Field>
      <div className="grid grid-cols-2 gap-3">
        <Field label="Expiry" error={errors.expiry}>
          {(control) => (
            <Input
              {...control}
              name="expiry"
              inputMode="numeric"
              autoComplete="cc-exp"
              placeholder="MM / YY"
              maxLength={9}
              className="tabular"
            />
          )}
        </Field>
        <Field label="CVC" error={errors.securityCode}>
          {(control) => (
            <Input
              {...control}
              name="securityCode"
              inputMode="numeric"
              autoComplete="cc-csc"
              placeholder="CVC"
              maxLength={4}
              className="tabular"
            />
          )}
        </Field>
      </div>
      <Field label="Name on card" error={errors.holder}>
        {(control) => <Input {...control} name="holder" autoComplete="cc-name" maxLength={255} />}
      </Field>
    </>
  )
}
