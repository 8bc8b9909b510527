import type { EmergencyReason } from '../../../contract/emergency-accesses.ts'
import type { Api } from '../../api.ts'

export type ConsentMetadata = Awaited<ReturnType<Api['emergencyAccesses']['metadata']>>
export type Access = ConsentMetadata['accesses'][number]
export type ListedAccess = Awaited<ReturnType<Api['emergencyAccesses']['list']>>['rows'][number]
export type RecentAccess = Awaited<ReturnType<Api['emergencyAccesses']['recent']>>[number]

export const reasonWords: Record<EmergencyReason, string> = {
  support: 'Requested by the practice',
  safety: 'A person’s safety',
  legal: 'Legal requirement',
  security: 'Security problem',
  other: 'Something else',
}

/** Whether an access is good at this moment. */
export const isActive = ({ until, endedAt }: Pick<Access, 'until' | 'endedAt'>, now: Date): boolean =>
  endedAt === null && new Date(until) > now

/** A kind of event or message as a person would say it: 'consent.given_on_paper' becomes 'Given on paper'. */
export function kindText(kind: string): string {
  const text = kind.replace(/^consent\./, '').replaceAll(/[._-]/g, ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** How a consent is told from others where nothing else of it is shown. */
export const shortConsentId = (consentId: string): string => consentId.slice(-8).toUpperCase()

/** What was looked at: each thing once, with how often. */
export function viewedRecordsText(opened: ListedAccess['opened']): string {
  const times = (what: ListedAccess['opened'][number]['what'], one: string, many: string) => {
    const count = opened.filter((each) => each.what === what).length
    return count === 0 ? [] : [count === 1 ? one : `${many} ${count} times`]
  }
  const said = [
    ...times('record', 'The record once', 'The record'),
    ...times('document', 'A PDF once', 'PDFs'),
  ]
  return said.join(', ') || 'Nothing'
}
