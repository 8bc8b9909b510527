/**
 * What a new password must be, and which of it one does not meet: the one judge of server and web. What needs a list or
 * the person's own names is the server's alone. Import-free, so that browsers may use it as a value.
 */

/** What a new password must be (specification section 5). */
export type PasswordPolicy = {
  /** In UTF-16 code units, as forms count. */
  lengthMin: number
  lengthMax: number
  lowercase: boolean
  uppercase: boolean
  digit: boolean
  symbol: boolean
  breachedRefused: boolean
}

/** A rule that the characters of a password alone decide. */
export type PasswordRule = 'too-short' | 'too-long' | 'lowercase' | 'uppercase' | 'digit' | 'symbol'

const characterTests = {
  lowercase: /\p{Ll}/u,
  uppercase: /\p{Lu}/u,
  digit: /\p{N}/u,
  /** Whatever is neither letter nor digit. */
  symbol: /[^\p{L}\p{N}]/u,
} as const
const characterRules = Object.keys(characterTests) as (keyof typeof characterTests)[]

/** The rules that a policy has, in the order in which they are shown. */
export const passwordRulesOfPolicy = (policy: PasswordPolicy): PasswordRule[] => [
  'too-short',
  'too-long',
  ...characterRules.filter((rule) => policy[rule]),
]

/** Every rule of the policy that a password breaks; none when its characters are as they must be. */
export const failedPasswordRules = (policy: PasswordPolicy, password: string): PasswordRule[] =>
  passwordRulesOfPolicy(policy).filter((rule) => {
    if (rule === 'too-short') return password.length < policy.lengthMin
    if (rule === 'too-long') return password.length > policy.lengthMax
    return !characterTests[rule].test(password)
  })
