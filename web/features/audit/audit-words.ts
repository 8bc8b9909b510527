import type { Api } from '../../api.ts'
import { numberText } from '../../ui/plain/number-text.ts'

export type AuditPage = Awaited<ReturnType<Api['audit']['list']>>
export type AuditRow = AuditPage['rows'][number]
export type Verification = Awaited<ReturnType<Api['audit']['verify']>>

/** What was done, as a person would say it: 'consent.list_exported' becomes 'Consent: list exported'. */
export function actionText(action: string): string {
  const [noun = '', ...rest] = action.split('.')
  const words = (text: string) => text.replaceAll(/[_-]/g, ' ')
  const said = words(noun)
  const what = words(rest.join(' '))
  return said.charAt(0).toUpperCase() + said.slice(1) + (what && `: ${what}`)
}

const roles: Record<string, string> = {
  super_admin: 'Super administrator',
  clinic_admin: 'Administrator',
  clinic_staff: 'Staff',
  group_admin: 'Group administrator',
  group_auditor: 'Group auditor',
  patient: 'Patient',
  supporter: 'Supporter',
  integration: 'API key',
  anyone: 'Not signed in',
  system: 'Automatic',
}

export const roleText = (role: string): string => roles[role] ?? role

/** Who it was, as far as the log knows: patients are in it by their role alone. */
export const personText = ({ userName, userEmail, userRole }: AuditRow): string =>
  userName ?? userEmail ?? roleText(userRole)

/** A value of the details as text. */
const valueText = (value: unknown): string => {
  if (value === true) return 'yes'
  if (value === false) return 'no'
  if (value === null) return 'none'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** The details, line by line. */
export const detailLines = (details: AuditRow['details']): [name: string, value: string][] =>
  Object.entries(details).map(([name, value]) => [name, valueText(value)])

/** What became of a check, in one line. */
export function verificationText({ intact, brokenSeal }: Verification): string {
  if (intact) return 'The log is intact. No entries have been removed or altered.'
  return brokenSeal === null
    ? 'Entry counts do not match: entries are missing or were added outside the log.'
    : `Seal ${numberText(brokenSeal)} does not match its entries: an entry was removed or altered.`
}
