import type { OfferedConsent } from './action-offers.ts'

/** The parts of a consent's page in the order of its life, each with its own address. */
const consentSections = [
  'overview',
  'text',
  'conversation',
  'signatures',
  'documents',
  'messages',
  'aftercare',
  'audit',
] as const
export type ConsentSection = (typeof consentSections)[number]

/** What each part is called. */
export const consentSectionLabels: Record<ConsentSection, string> = {
  overview: 'Overview',
  text: 'Text',
  conversation: 'Understanding and conversation',
  signatures: 'Signatures',
  documents: 'Documents and evidence',
  messages: 'Messages and links',
  aftercare: 'After treatment',
  audit: 'Audit',
}

/** The part that shows what a message to the patient is about; the link itself where that is the message. */
const messageSections: Partial<Record<string, ConsentSection>> = {
  'question-answered': 'conversation',
  'supporter-link': 'conversation',
  'signed-copy': 'documents',
  aftercare: 'aftercare',
  survey: 'aftercare',
}
export const sectionOfMessage = (kind: string): ConsentSection => messageSections[kind] ?? 'messages'

/** Before its text is fixed a consent has neither documents nor messages, and its text stands on the overview. */
const draftSections: readonly ConsentSection[] = ['overview', 'conversation', 'signatures', 'audit']

/** The parts that this consent has. */
export const sectionsOf = ({
  contentHash,
}: Pick<OfferedConsent, 'contentHash'>): readonly ConsentSection[] =>
  contentHash === null ? draftSections : consentSections

/** Which of its parts an address asks for; all of them, for print; anything else is the overview. */
export const consentSectionIn = (
  params: URLSearchParams,
  consent: Pick<OfferedConsent, 'contentHash'>,
): ConsentSection | 'all' => {
  const asked = params.get('section')
  return asked === 'all' ? 'all' : (sectionsOf(consent).find((section) => section === asked) ?? 'overview')
}
