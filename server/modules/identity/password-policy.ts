import {
  password_length_max,
  password_length_min,
  password_length_min_default,
} from '../../../contract/limits.ts'
import {
  failedPasswordRules,
  type PasswordPolicy,
  type PasswordRule,
} from '../../../contract/password-requirements.ts'

/** Where somebody configured none: the specification's default (section 5). */
export const noPolicy: PasswordPolicy = {
  lengthMin: password_length_min_default,
  lengthMax: password_length_max,
  lowercase: false,
  uppercase: false,
  digit: false,
  symbol: false,
  breachedRefused: false,
}

/** As shipped: long, and not among those that everybody tries (NCSC, NIST SP 800-63B; rulings 37). */
export const defaultPolicy: PasswordPolicy = {
  ...noPolicy,
  lengthMin: password_length_min,
  breachedRefused: true,
}

export type PasswordPolicyViolation =
  | PasswordRule
  /** Among those that everybody tries first. */
  | 'breached'
  /** Holds the person's own name or address, or the practice's. */
  | 'personal'

/** 'length:12', or 'length:12-64' where there is a greatest length too; undefined where nothing could be so long. */
function parseLengths(part: string): Pick<PasswordPolicy, 'lengthMin' | 'lengthMax'> | undefined {
  const [, least, greatest = password_length_max] = /^length:(\d{1,2})(?:-(\d{1,3}))?$/.exec(part) ?? []
  if (least === undefined) return undefined
  const lengthMin = Math.max(password_length_min_default, Number(least))
  const lengthMax = Number(greatest)
  return lengthMax >= lengthMin && lengthMax <= password_length_max ? { lengthMin, lengthMax } : undefined
}

/**
 * Reads a policy from settings: 'none', or 'length:12-64,lowercase,uppercase,digit,symbol,breached' in any order and
 * choice. Undefined for anything else.
 */
export function parsePasswordPolicy(text: string): PasswordPolicy | undefined {
  const policy = { ...noPolicy }
  if (text.trim() === 'none') return policy
  for (const part of text.split(',').map((word) => word.trim())) {
    const lengths = parseLengths(part)
    if (lengths) Object.assign(policy, lengths)
    else if (part === 'breached') policy.breachedRefused = true
    else if (part === 'lowercase' || part === 'uppercase' || part === 'digit' || part === 'symbol')
      policy[part] = true
    else return undefined
  }
  return policy
}

/** The list has some 49,000 words, which take a moment to unpack: read when somebody first sets a password. */
let commonPasswords: Promise<ReadonlySet<string>> | undefined

async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}

/** Padding at the end that guessing programs try with every word: '1234', '2024!'. */
const padding = /[^\p{L}]{1,4}$/u
const repetition = /^(.+?)\1+$/u
/** A group this short, repeated, is a pattern rather than a word: 'abcabcabcabc'. */
const pattern_length_max = 3

/** Whether it is one that everybody tries first: on the list, or a word of it padded or repeated. */
async function isBreached(password: string): Promise<boolean> {
  commonPasswords ??= loadCommonPasswords()
  const list = await commonPasswords
  const typed = password.trim().toLowerCase()
  const repeated = repetition.exec(typed)?.[1]
  if (repeated && repeated.length <= pattern_length_max) return true
  return [typed, typed.replace(padding, ''), repeated ?? typed].some((word) => list.has(word))
}

/** Shorter words stand in others by chance. */
const personal_word_length_min = 4

/** Whether it holds a word of what anybody can find out about its owner. */
function containsPersonalWord(password: string, about: readonly string[]): boolean {
  const typed = password.toLowerCase()
  const words = about.flatMap((fact) => fact.toLowerCase().split(/[^\p{L}\p{N}]+/u))
  return words.some((word) => word.length >= personal_word_length_min && typed.includes(word))
}

/**
 * Which rules of the policy a new password breaks; none when it may be taken. `about` is what strangers know of its
 * owner: name, e-mail address, practice.
 */
export async function validatePassword(
  policy: PasswordPolicy,
  password: string,
  about: readonly string[],
): Promise<PasswordPolicyViolation[]> {
  const broken: PasswordPolicyViolation[] = failedPasswordRules(policy, password)
  if (!policy.breachedRefused) return broken
  if (await isBreached(password)) broken.push('breached')
  if (containsPersonalWord(password, about)) broken.push('personal')
  return broken
}
