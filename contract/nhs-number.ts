/** What somebody wrote as an NHS number: the ten digits, `unknown` for none or a placeholder, or why it is none. */
export type ParsedNhsNumber = { number: string } | { problem: 'unknown' | 'length' | 'check-digit' }

/**
 * Reads an NHS number however it is spaced: blanks, dashes of every kind, dots and invisible marks are left out. Ten equal
 * digits pass the check and stand for 'not known' in practice systems, so they are no number. The check digit is modulus 11
 * (NHS Data Dictionary).
 */
export function parseNhsNumber(written: string): ParsedNhsNumber {
  const digits = written.replaceAll(/[\s.\p{Dash}\p{Default_Ignorable_Code_Point}]/gu, '')
  if (digits === '' || /^(\d)\1{9}$/.test(digits)) return { problem: 'unknown' }
  if (!/^\d{10}$/.test(digits)) return { problem: 'length' }
  const sum = [...digits.slice(0, 9)].reduce((total, digit, index) => total + Number(digit) * (10 - index), 0)
  const check = (11 - (sum % 11)) % 11
  return check === Number(digits[9]) ? { number: digits } : { problem: 'check-digit' }
}

/** What is said of a number that cannot be taken. */
export const nhsNumberProblems = {
  length: 'Enter an NHS number with ten digits, like 943 476 5919',
  'check-digit':
    'This NHS number is mistyped: its check digit does not match. Compare it with the original record',
} as const
