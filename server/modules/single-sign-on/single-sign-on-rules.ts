import type { SignInCode } from '../../../contract/sign-in-codes.ts'
import type { Level } from '../../../contract/permissions.ts'

/** Somebody as their practice's provider describes them. */
export type ProviderPerson = {
  /** By what the provider knows them, whatever becomes of their address. */
  subject: string
  email: string | null
  /** Whether the provider says that the address is verified; null where it says nothing. */
  isEmailVerified: boolean | null
  firstName: string
  lastName: string
  groups: string[]
  hasSecondFactor: boolean
}

/** What a connection lets the provider decide. */
export type ConnectionPolicy = {
  trustsEmails: boolean
  groupLevels: readonly { group: string; level: number }[]
  defaultLevel: number | null
}

/** How an account stands to the practice whose provider names its address. */
export type KnownAccount = {
  isSuperAdmin: boolean
  /** Its address has a staff record in this practice, and this account is whose it is. */
  isOnStaffHere: boolean
}

export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase()

/** The TXT record by which a practice shows that a domain is its own. */
export const domainRecordOf = ({ domain, token }: { domain: string; token: string }) => ({
  recordName: `_candour.${domain}`,
  recordValue: `candour-domain=${token}`,
})

/** Whether one of the texts of a name is the record; long ones come in pieces. */
export const hasDomainRecord = (texts: readonly string[][], token: string): boolean =>
  texts.some((pieces) => pieces.join('') === domainRecordOf({ domain: '', token }).recordValue)

/** The highest level of somebody's groups; that of people in none of them, or null: they are not let in. */
export function levelOfGroups(
  groups: readonly string[],
  { groupLevels, defaultLevel }: Pick<ConnectionPolicy, 'groupLevels' | 'defaultLevel'>,
): Level | null {
  const levels = groupLevels.filter(({ group }) => groups.includes(group)).map(({ level }) => level)
  return (levels.length > 0 ? Math.max(...levels) : defaultLevel) as Level | null
}

/** Classes of authentication by which providers say that a second factor was given. */
const secondFactorClasses = [
  'http://schemas.openid.net/pape/policies/2007/06/multi-factor',
  'https://refeds.org/profile/mfa',
  'http://schemas.microsoft.com/claims/multipleauthn',
  'urn:oasis:names:tc:SAML:2.0:ac:classes:MobileTwoFactorContract',
  'urn:oasis:names:tc:SAML:2.0:ac:classes:MobileTwoFactorUnregistered',
  // A card and its PIN.
  'urn:oasis:names:tc:SAML:2.0:ac:classes:SmartcardPKI',
  'phr',
  'phrh',
]

/** Whether a provider says that a second factor was given: by the methods (RFC 8176), or by the class. */
export const reportsSecondFactor = (methods: readonly string[], classes: readonly string[]): boolean =>
  methods.includes('mfa') || [...methods, ...classes].some((one) => secondFactorClasses.includes(one))

/** Why the address of somebody is not believed; null where it is, and in a domain that the practice has verified. */
export function addressRefusal(
  { email, isEmailVerified }: Pick<ProviderPerson, 'email' | 'isEmailVerified'>,
  {
    trustsEmails,
    verifiedDomains,
  }: Pick<ConnectionPolicy, 'trustsEmails'> & { verifiedDomains: readonly string[] },
): SignInCode | null {
  if (!email) return 'sso-address-missing'
  if (!verifiedDomains.includes(domainOf(email))) return 'sso-other-domain'
  const isBelieved = isEmailVerified ?? trustsEmails
  return isBelieved ? null : 'sso-address-unverified'
}

/** Whether an account that exists may be joined to an identity by its address: only where it is this practice's already. */
export const accountRefusal = ({ isSuperAdmin, isOnStaffHere }: KnownAccount): SignInCode | null =>
  isSuperAdmin || !isOnStaffHere ? 'sso-account-elsewhere' : null

/** First and last name, from whatever the provider tells of them. */
export function namesOf({
  given = '',
  family = '',
  full = '',
}: {
  given?: string
  family?: string
  full?: string
}): {
  firstName: string
  lastName: string
} {
  if (given || family) return { firstName: given, lastName: family }
  const [first = '', ...rest] = full.trim().split(/\s+/)
  return { firstName: first, lastName: rest.join(' ') }
}
