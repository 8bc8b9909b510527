import {
  failedPasswordRules,
  passwordRulesOfPolicy,
  type PasswordRule,
} from '../../../contract/password-requirements.ts'
import { signInMessages } from '../../../contract/sign-in-codes.ts'
import type { PasswordPolicy } from './sign-in-methods.ts'

/** One rule of the policy, and whether what is typed keeps it so far. */
export type RuleCheck = { fault: PasswordRule; text: string; kept: boolean }

const ruleLabel = ({ lengthMin, lengthMax }: PasswordPolicy): Record<PasswordRule, string> => ({
  'too-short': `At least ${lengthMin} characters`,
  'too-long': `At most ${lengthMax} characters`,
  lowercase: 'A lower-case letter',
  uppercase: 'An upper-case letter',
  digit: 'A digit',
  symbol: 'A symbol, such as ! or -',
})

/** The rules to show beside a new password, ticked off as it is typed. */
export function checkRules(policy: PasswordPolicy, password: string): RuleCheck[] {
  const words = ruleLabel(policy)
  const broken = failedPasswordRules(policy, password)
  return passwordRulesOfPolicy(policy).map((fault) => ({
    fault,
    text: words[fault],
    kept: !broken.includes(fault),
  }))
}

/** Why a password is too weak, by the rule it breaks; the length that is asked for only the policy knows. */
const weaknessReasons: Record<string, string> = {
  'too-short': 'It is too short.',
  'too-long': 'It is too long.',
  lowercase: 'It must have a lower-case letter.',
  uppercase: 'It must have an upper-case letter.',
  digit: 'It must have a digit.',
  symbol: 'It must have a symbol, such as ! or -.',
  // These two only the server can tell of: it alone knows what a password is compared with.
  breached: 'This password is too common or has been leaked. Choose another.',
  personal: 'The password must not contain your name, e-mail address or practice name. Choose another.',
}

const joinWithAnd = new Intl.ListFormat('en-GB', { type: 'conjunction' })
const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

/** Everything that is wrong with a new password before it is sent; undefined when nothing is known to be. */
export function validatePassword(policy: PasswordPolicy | undefined, password: string): string | undefined {
  if (password === '') return 'Choose a password'
  const broken = policy ? failedPasswordRules(policy, password) : []
  if (!policy || broken.length === 0) return undefined
  const words = ruleLabel(policy)
  return `${signInMessages['weak-password']} It must have ${joinWithAnd.format(broken.map((rule) => lowerFirst(words[rule])))}.`
}

/** A refusal of a new password: the catalogue's words (specification section 8), then every reason the server gives. */
export function weaknessText({ details }: { details: Record<string, unknown> }): string {
  const faults: unknown[] = Array.isArray(details.faults) ? details.faults : []
  const broken = Object.entries(weaknessReasons).filter(([fault]) => faults.includes(fault))
  return [signInMessages['weak-password'], ...broken.map(([, reason]) => reason)].join(' ')
}
