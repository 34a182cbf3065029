import { whereAlpha2 } from 'iso-3166-1'
import { z } from 'zod'
import type { Mode } from '@/lib/db/generated/enums'
import type { Field } from '@/lib/http/field'
import * as field from '@/lib/http/fields'
import { type BodyReader, orderedBody } from '@/lib/http/input'
import type { BodyObject } from '@/lib/http/json-body'
import { metadataField } from '@/lib/http/metadata'
import { isRoutingNumber } from '@/lib/money/routing-number'
import type { NewBankAccount } from './bank-account'

const isCompany = ({ entity_type }: BodyObject) => entity_type === 'COMPANY'
const isPerson = (body: BodyObject) => !isCompany(body)

/** In live mode, a routing number needs the right check digit as well. */
export function bankAccountIn(mode: Mode): Field<NewBankAccount> {
  return field
    .object({
      entity_type: field
        .oneOf(['PERSONAL', 'COMPANY'], 'invalid_entity_type')
        .allEarly()
        .default('PERSONAL')
        .describe('Exactly as written.'),
      email: field.email().required('email_required').describe("The account holder's email."),
      address: field.object({
        country_code: field
          .code()
          .check(
            (code) => /^[a-z]{2}$/i.test(code) && whereAlpha2(code) !== undefined,
            'invalid_country_code',
          )
          .map((code) => code.toUpperCase())
          .default('US')
          .describe('An ISO 3166-1 code of two letters, in either case.'),
        state: field.text().required('address_incomplete'),
        city: field.text().required('address_incomplete'),
        postcode: field.text().required('address_incomplete'),
        street_address: field.text().required('address_incomplete'),
      }),
      bank_details: field.object({
        account_name: field
          .name()
          .required('bank_details_incomplete')
          .describe('The name of the account holder at the bank.'),
        account_number: field
          .code()
          .check((digits) => /^\d{4,17}$/.test(digits), 'invalid_account_number')
          .required('bank_details_incomplete')
          .describe('4 to 17 digits.'),
        routing_number: field
          .code()
          .check((digits) => isRoutingNumber(digits, { checksum: mode === 'live' }), 'invalid_routing_number')
          .required('bank_details_incomplete')
          .describe('An ABA routing number of 9 digits. In live mode its check digit must be right as well.'),
        bank_name: field.name().required('bank_details_incomplete'),
        account_category: field
          .oneOf(['Checking', 'Savings'], 'invalid_account_category')
          .default('Checking')
          .describe('Exactly as written.'),
      }),
      first_name: field
        .name()
        .requiredIf(isPerson, 'person_name_required')
        .describe('Required for `PERSONAL`.'),
      last_name: field
        .name()
        .requiredIf(isPerson, 'person_name_required')
        .describe('Required for `PERSONAL`.'),
      date_of_birth: field
        .day('invalid_date_of_birth', z.string())
        .default(null, '')
        .describe('`YYYY-MM-DD`, a day that exists.'),
      company_name: field
        .name()
        .requiredIf(isCompany, 'company_name_required')
        .describe('Required for `COMPANY`.'),
      metadata: metadataField,
    })
    .map(({ address, bankDetails, ...account }) => ({ ...account, ...address, ...bankDetails }))
}

const IN_MODE = { test: bankAccountIn('test'), live: bankAccountIn('live') }

export const bankAccountBody: BodyReader<NewBankAccount, { account: { mode: Mode } }> = {
  ...orderedBody(IN_MODE.live),
  read: (call, { account }) => IN_MODE[account.mode].read(call.json()),
}
