import { expect, test } from 'vitest'
import { refuseWeakPassword } from './password-strength'

const VENDOR = { email: 'ada.lovelace@engines.example', name: 'Analytical Engines' }

const codeOf = (password: string) => {
  try {
    refuseWeakPassword(password, VENDOR)
    return null
  } catch (error) {
    return (error as { code: string }).code
  }
}

test.each([
  'aaaaaaaaaa',
  '1111111111',
  'abababababab',
  'abcdeabcde',
  'abcdefghij',
  '0123456789',
  '9876543210',
  '1234567890',
  'qwertyuiop',
  'QwertyUiop',
  'password123',
  'Password2026!',
  'password',
  'letmein1234',
  'christopher1985',
  'Counterfoil1!',
  'counterfoil',
  'payoutpayout',
  'Invoice-Ledger',
])('%s is refused: attackers try it first', (password) => {
  expect(codeOf(password)).toBe('password_too_common')
})

test.each([
  'ada.lovelace@engines.example',
  'Ada.Lovelace',
  'adalovelace99',
  'Analytical Engines',
  'analyticalengines1!',
  'engines.example',
])('%s is refused: it is the account’s own email or name', (password) => {
  expect(codeOf(password)).toBe('password_is_own_name')
})

test.each([
  'correct horse',
  'correct horse battery',
  'a forgotten horse',
  'Tr0ub4dor&3xyz',
  'lovelace wrote the first program',
  'пароль который никто не знает',
  'k3v9-2mqp-x7ra',
  'an invoice for the moon',
  '!?*+#-_%&/()=',
])('%s is accepted', (password) => {
  expect(codeOf(password)).toBeNull()
})
