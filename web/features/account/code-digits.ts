/** The digits of a code, however they were spaced. */
export const codeDigits = (typed: string): string => typed.replaceAll(/\D/g, '')
