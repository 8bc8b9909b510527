import { signInMessages } from '../../../contract/sign-in-codes.ts'
import type { PasswordPolicy } from './sign-in-ways.ts'

/** One rule of the policy, and whether what is typed keeps it so far. */
export type RuleCheck = { fault: string; text: string; kept: boolean }

type Rule = { fault: string; text: string; keeps: (password: string) => boolean }

/** A symbol is whatever is neither letter nor digit, as the server counts it. */
const symbol = /[^\p{L}\p{N}]/u

function rulesOf(policy: PasswordPolicy): Rule[] {
  const rules: (Rule | false)[] = [
    {
      fault: 'too-short',
      text: `At least ${policy.lengthMin} characters`,
      keeps: (password) => password.length >= policy.lengthMin,
    },
    policy.lowercase && {
      fault: 'lowercase',
      text: 'A lower-case letter',
      keeps: (password) => /\p{Ll}/u.test(password),
    },
    policy.uppercase && {
      fault: 'uppercase',
      text: 'An upper-case letter',
      keeps: (password) => /\p{Lu}/u.test(password),
    },
    policy.digit && { fault: 'digit', text: 'A digit', keeps: (password) => /\p{N}/u.test(password) },
    policy.symbol && {
      fault: 'symbol',
      text: 'A symbol, such as ! or -',
      keeps: (password) => symbol.test(password),
    },
  ]
  return rules.filter((rule) => rule !== false)
}

const tooLong = (policy: PasswordPolicy): Rule => ({
  fault: 'too-long',
  text: `At most ${policy.lengthMax} characters`,
  keeps: (password) => password.length <= policy.lengthMax,
})

/** The rules to show beside a new password, ticked off as it is typed; the longest length only once it is passed. */
export function checkRules(policy: PasswordPolicy, password: string): RuleCheck[] {
  const upper = tooLong(policy)
  const rules = upper.keeps(password) ? rulesOf(policy) : [...rulesOf(policy), upper]
  return rules.map(({ fault, text, keeps }) => ({ fault, text, kept: keeps(password) }))
}

/** Why a password is too weak, by the rule it breaks; the length that is asked for only the policy knows. */
const reasons: Record<string, string> = {
  'too-short': 'It is too short.',
  'too-long': 'It is too long.',
  lowercase: 'It must have a lower-case letter.',
  uppercase: 'It must have an upper-case letter.',
  digit: 'It must have a digit.',
  symbol: 'It must have a symbol, such as ! or -.',
  // These two only the server can tell of: it alone knows what a password is compared with.
  breached: 'This password is on a list of passwords that everybody tries first. Choose another.',
  personal: 'This password holds your name, your address or your practice’s name. Choose another.',
}

/** What is wrong with a new password before it is sent; undefined when nothing is known to be. */
export function passwordProblem(policy: PasswordPolicy | undefined, password: string): string | undefined {
  if (password === '') return 'Choose a password'
  const broken = policy && checkRules(policy, password).find(({ kept }) => !kept)
  return broken && `${signInMessages['weak-password']} It must have ${lowerFirst(broken.text)}.`
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

/** A refusal of a new password: the catalogue's words (specification section 8), then why, where the server says so. */
export function weaknessText({ details }: { details: Record<string, unknown> }): string {
  const faults: unknown[] = Array.isArray(details.faults) ? details.faults : []
  const reason = Object.entries(reasons).find(([fault]) => faults.includes(fault))?.[1]
  return reason ? `${signInMessages['weak-password']} ${reason}` : signInMessages['weak-password']
}
