/** Whether ten digits are a valid NHS number by its modulus 11 check digit (NHS Data Dictionary). Spaces are ignored. */
export function isNhsNumber(typed: string): boolean {
  const digits = typed.replaceAll(/\s/g, '')
  if (!/^\d{10}$/.test(digits)) return false
  const sum = [...digits.slice(0, 9)].reduce((total, digit, index) => total + Number(digit) * (10 - index), 0)
  const check = (11 - (sum % 11)) % 11
  return check !== 10 && check === Number(digits[9])
}
