import type { Flag } from '../../../contract/permissions.ts'
import type { MissingCode } from '../../../contract/readiness.ts'

export type Remedy =
  | 'link'
  | 'newConsent'
  | 'change'
  | 'openDraft'
  | 'showCode'
  | 'resend'
  | 'discuss'
  | 'answer'
  | 'confirm'
  | 'check'

/** What mends each thing that is missing, the first thing to try first. */
const remediesByCode: Record<MissingCode, readonly Remedy[]> = {
  'not-linked': ['link', 'newConsent'],
  'other-patient': ['link'],
  'other-plan': ['change', 'link', 'newConsent'],
  'not-checked': ['check'],
  'not-sent': ['openDraft'],
  'not-signed': ['showCode', 'resend'],
  refused: ['newConsent'],
  ended: ['newConsent', 'link'],
  'signature-required': ['showCode', 'resend'],
  'not-talked-through': ['discuss'],
  'answer-required': ['answer'],
  'not-answered': ['answer'],
  'not-received': ['showCode', 'resend'],
  'thinking-time': ['change'],
  'agreed-same-day': ['change'],
  'price-changed': ['confirm'],
  'price-differs': ['change'],
  'not-confirmed': ['confirm'],
  changed: ['confirm'],
  'new-consent-required': ['newConsent'],
}

type RemedyProperties = {
  label: string
  /** One of these is enough; none where all staff may. */
  needs: readonly Flag[]
  /** Who can, said to whoever may not. */
  whoCan: string
  /** Whether it is done to a consent, which has to be there. */
  isOfConsent: boolean
}

const treating: Pick<RemedyProperties, 'needs' | 'whoCan'> = {
  needs: ['createConsents', 'finaliseConsents'],
  whoCan: 'A clinician can do this.',
}
const sending: Pick<RemedyProperties, 'needs' | 'whoCan'> = {
  needs: ['createConsents', 'canSendForms'],
  whoCan: 'Staff who can send consents can do this.',
}
const everybody = { needs: [], whoCan: '' }

export const remedyProperties: Record<Remedy, RemedyProperties> = {
  link: { label: 'Link a consent', isOfConsent: false, ...everybody },
  newConsent: {
    label: 'New consent',
    needs: ['createConsents'],
    whoCan: 'Staff who can prepare consents can create one.',
    isOfConsent: false,
  },
  change: { label: 'Change appointment', isOfConsent: false, ...everybody },
  openDraft: { label: 'Open the draft', isOfConsent: true, ...sending },
  showCode: { label: 'Show the QR code', isOfConsent: true, ...sending },
  resend: { label: 'Resend', isOfConsent: true, ...sending },
  discuss: { label: 'Record a conversation', isOfConsent: true, ...treating },
  answer: { label: 'Answer', isOfConsent: true, ...sending },
  confirm: { label: 'Confirm', isOfConsent: true, ...treating },
  check: {
    label: 'Check tooth and side',
    isOfConsent: false,
    ...treating,
    whoCan: 'Someone other than the treating clinician must check this.',
  },
}

type Reader = {
  permissions: readonly Flag[]
  /** Whether they treat at this appointment, and so cannot be the second person. */
  isClinician: boolean
}

const isPermitted = (remedy: Remedy, { permissions, isClinician }: Reader): boolean => {
  const { needs } = remedyProperties[remedy]
  if (remedy === 'check' && isClinician) return false
  return needs.length === 0 || needs.some((flag) => permissions.includes(flag))
}

/** What the reader can do about something that is missing, or who else can; neither where a consent has to come first. */
export function remediesFor(
  { code, consentId }: { code: MissingCode; consentId: string | null },
  reader: Reader,
): { offered: Remedy[]; whoCan: string } {
  const fitting = remediesByCode[code].filter(
    (remedy) => consentId !== null || !remedyProperties[remedy].isOfConsent,
  )
  const offered = fitting.filter((remedy) => isPermitted(remedy, reader))
  const [first] = fitting
  const isLeftToOthers = first !== undefined && offered.length === 0
  return { offered, whoCan: isLeftToOthers ? remedyProperties[first].whoCan : '' }
}
