import type { EventWords, RecordedEvent } from './chain-records.ts'

/** Where the patient answered on a device that staff had handed to them. */
const onTabletText = (detail: (name: string) => string) =>
  detail('kiosk') ? ' on a tablet of the practice' : ''

/** Where the name is not the record's: how the record had it. */
const otherNameText = (said: (name: string) => string) =>
  said('recordName') ? `; the record says “${said('recordName')}”` : ''

/** The questions that nobody had asked when it was sent, which whoever sent it knew. */
export const unaskedIn = ({ unasked }: Record<string, unknown>): string[] =>
  Array.isArray(unasked) ? unasked.map(String) : []

/** How many they are: which is a list of its own. */
const unaskedText = ({ length }: readonly string[]) =>
  length === 0 ? '' : `; ${length} ${length === 1 ? 'question' : 'questions'} not asked yet`

/** What was asked otherwise than the fee list has it: the record holds both prices. */
const otherPriceText = (said: (name: string) => string) =>
  said('prices') ? '; price differs from the fee list' : ''

const sealOutcomeTexts: Record<string, string> = {
  finalised: 'PDF with both signatures sealed',
  annex: 'PDF annex sealed',
  archived: 'PDF time-stamped for archiving',
  'annex-archived': 'PDF annex time-stamped for archiving',
  resealed: 'PDF sealed again for archiving',
  'annex-resealed': 'PDF annex sealed again for archiving',
}

const eventTexts: EventWords = {
  'consent.treatments_withdrawn': (said) => `Withdrawn: ${said('treatments').replaceAll(',', ', ')}`,
  'consent.created': (said) =>
    `Draft created from “${said('template')}”, version ${said('version')}${said('appointmentId') && ', for an appointment'}`,
  'consent.sent': (said) =>
    (said('by') === 'link'
      ? 'Text frozen, to be handed over as a link or QR code'
      : `Text frozen and sent by ${said('by') === 'sms' ? 'text message' : 'e-mail'}`) + otherPriceText(said),
  'consent.approved': () => 'Draft read and approved',
  'consent.discussed': () => 'Conversation recorded',
  'consent.attested': (said) =>
    `${said('role') === 'interpreter' ? 'Interpreter' : 'Witness'} ${said('name')} recorded`,
  'consent.verbal': () => 'The patient agreed verbally',
  'consent.plan_changed': () => 'Plan changed',
  'consent.reconfirm_needed': () => 'Something changed: reconfirm consent',
  'consent.confirmed': () => 'Reconfirmed with the patient',
  'consent.addendum_agreed': (said) => `An addendum was agreed: ${said('title')}`,
  'consent.treatment_started': (said) =>
    said('reason')
      ? `Treatment started with override: ${said('reason')}`
      : said('note')
        ? `Treatment started, with a note: ${said('note')}`
        : 'Treatment started',
  'consent.treatment_start_undone': () => 'Start of treatment undone within a minute',
  'consent.treatment_done': () => 'Treatment carried out',
  'consent.treatment_done_taken_back': () => 'Treatment marked as not carried out',
  'aftercare.worry': (said) =>
    said('level') === 'red'
      ? 'The patient reported a worry and was advised to call 999'
      : 'The patient reported a worry after treatment',
  'consent.viewed': (said) => `Opened by the patient${onTabletText(said)}`,
  'consent.given_on_paper': () => 'Text handed over on paper',
  'consent.scan_added': () => 'Another scan of the signed paper added',
  'consent.signed': (said) =>
    said('kind') === 'decided'
      ? 'Decision recorded in place of the patient’s signature'
      : said('kind') === 'paper'
        ? `Paper signed by ${said('name')} recorded${otherNameText(said)}`
        : (said('name') ? `Signed by ${said('name')}` : 'Signed') + onTabletText(said) + otherNameText(said),
  'consent.finalised': (said) => `Countersigned by ${said('name')}, GDC number ${said('gdcNumber')}`,
  'consent.declined': () => 'Declined',
  'consent.withdrawn': () => 'The patient withdrew their consent',
  'consent.voided': (said) => (said('discarded') ? 'Draft discarded' : 'Voided'),
  'consent.expired': () => 'Expired without a signature',
  'consent.superseded': () => 'Replaced by a newer consent',
  'consent.reassigned': (said) => `Handed over from ${said('from')} to ${said('to')}`,
  'consent.patient_merged': () => 'Moved with the patient’s record, which was merged with another',
  'document.sealed': (said) => sealOutcomeTexts[said('kind')] ?? 'PDF of the signed record sealed',
}

/** What happened, as a person would say it; what other nouns tell of is theirs to put into words. */
export function describeEvent(
  recorded: RecordedEvent,
  describeRelated: (told: RecordedEvent) => string | undefined,
): string {
  const { event, details } = recorded
  const detailText = (name: string) => String(details[name] ?? '')
  const words = eventTexts[event]?.(detailText) ?? describeRelated(recorded) ?? eventTitle(event)
  return words + unaskedText(unaskedIn(details))
}

/** An event we have no words for still reads: 'form.folded' becomes 'Form folded'. */
function eventTitle(event: string): string {
  const text = event.replaceAll(/[._-]/g, ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
