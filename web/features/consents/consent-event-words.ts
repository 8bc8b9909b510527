import type { Consent } from './consent-form-values.ts'

type ConsentEvent = Consent['events'][number]
type Words = (said: (name: string) => string) => string

/** Where the patient answered on a device that staff had handed to them. */
const onTablet = (said: (name: string) => string) => (said('kiosk') ? ' on a tablet of the practice' : '')

const placeOf = (said: (name: string) => string) => (said('about') ? `“${said('about')}”` : 'the whole form')
const waitsOf = (said: (name: string) => string) =>
  said('blocking') === 'true' ? ', to be answered before signing' : ''
const answeredHow = (mode: string) =>
  mode === 'call' ? 'in a call' : mode === 'visit' ? 'in person' : 'in writing'

/** Who may sign by a decision; it may also be that somebody may not, or nobody until something is settled. */
const signersText: Record<string, string> = {
  patient: 'the patient',
  parent: 'somebody with parental responsibility',
  attorney: 'the attorney',
  deputy: 'the deputy',
  guardian: 'the welfare guardian',
}
const foundWords: Record<string, string> = {
  has: 'Found that the patient can decide this',
  lacks: 'Found that the patient cannot decide this',
  open: 'Not established whether the patient can decide this',
}

const words: Record<string, Words> = {
  'consent.created': (said) => `Draft made from “${said('template')}”, version ${said('version')}`,
  'consent.sent': (said) =>
    said('by') === 'link'
      ? 'Text frozen, to be handed over as a link or QR code'
      : `Text frozen and sent by ${said('by') === 'sms' ? 'text message' : 'e-mail'}`,
  'consent.approved': () => 'Draft read and approved',
  'consent.discussed': () => 'Conversation put on record',
  'consent.attested': (said) =>
    `${said('role') === 'interpreter' ? 'Interpreter' : 'Witness'} ${said('name')} put on record`,
  'authority.decided': (said) =>
    `Decided who may sign: ${signersText[said('signers')] ?? (said('kind') === 'stop' ? 'nobody yet' : 'not this person')}`,
  'consent.verbal': () => 'The patient agreed by word of mouth',
  'consent.plan_changed': () => 'The plan was changed',
  'consent.reconfirm_needed': () => 'Something changed: to be confirmed again',
  'consent.confirmed': () => 'Confirmed with the patient',
  'consent.treatment_started': () => 'Treatment began',
  'consent.treatment_done': () => 'Treatment was carried out',
  'consent.treatment_done_taken_back': () => 'Treatment was not carried out after all',
  'aftercare.worry': (said) =>
    said('level') === 'red'
      ? 'The patient was worried, and told to call 999'
      : 'The patient was worried after the treatment',
  'consent.viewed': (said) => `Opened by the patient${onTablet(said)}`,
  'consent.read': (said) => `Read on the screen: ${said('opened')} of ${said('parts')} parts opened`,
  'consent.given_on_paper': () => 'The text was handed over on paper',
  'consent.scan_added': () => 'Another scan of the signed paper was added',
  'consent.signed': (said) =>
    said('kind') === 'decided'
      ? 'The decision took the place of the patient’s signature'
      : said('kind') === 'paper'
        ? `Paper signed by ${said('name')} was taken in`
        : (said('name') ? `Signed by ${said('name')}` : 'Signed') + onTablet(said),
  'consent.finalised': (said) => `Countersigned by ${said('name')}, GDC number ${said('gdcNumber')}`,
  'consent.declined': () => 'Declined',
  'consent.withdrawn': () => 'The patient withdrew their consent',
  'consent.voided': () => 'Made void',
  'consent.expired': () => 'Expired without a signature',
  'consent.superseded': () => 'Replaced by a newer consent',
  'consent.reassigned': (said) => `Handed over from ${said('from')} to ${said('to')}`,
  'consent.patient_merged': () => 'Moved with the patient’s record, which was merged with another',
  'capacity.assessed': (said) => foundWords[said('result')] ?? 'Capacity assessed',
  'capacity.decided': (said) =>
    `Decided for the patient: ${said('choice') === 'go-ahead' ? 'the treatment goes ahead' : 'the treatment does not go ahead'}`,
  'question.asked': (said) => `Question about ${placeOf(said)}${waitsOf(said)}`,
  'question.added': (said) => `Asked on about ${placeOf(said)}${waitsOf(said)}`,
  'question.answered': (said) => `Question about ${placeOf(said)} answered ${answeredHow(said('mode'))}`,
  'question.settled': (said) =>
    said('why') === 'have-answer' ? 'The patient has their answer' : 'The patient needs no answer any more',
  'understanding.checked': (said) =>
    `Questions of the form gone through: ${said('right')} of ${said('questions')} right` +
    (said('finished') === 'true' ? '' : ', not finished'),
  'understanding.explained': () => 'What was not clear was talked through',
  'viewing.watched': (said) => `The video of part ${said('part')} was watched`,
  'viewing.read_instead': (said) => `The transcript of the video of part ${said('part')} was read instead`,
  'viewing.recorded': () => 'What was watched of the video by then was put on record',
  'matter.told': () => 'The patient told what matters to them',
  'matter.dropped': () => 'The patient took back something that mattered',
  'matter.nothing': () => 'The patient was asked what matters and had nothing special to say',
  'matter.answered': (said) =>
    said('mode') === 'message' ? 'What matters was answered in writing' : 'What matters was talked about',
  'matter.leaned': () => 'The patient marked which option they lean towards',
  'matter.thinking': (said) =>
    said('remindDays')
      ? `The patient thinks about it, to be reminded after ${said('remindDays')} days`
      : 'The patient thinks about it',
  'matter.call_wanted': () => 'The patient asked for a call',
  'matter.allowed': () => 'An additional consent was given',
  'matter.refused': () => 'An additional consent was not given',
  'matter.withdrawn': () => 'An additional consent was taken back',
  'document.sealed': (said) =>
    said('kind') === 'finalised' ? 'PDF with both signatures sealed' : 'PDF of the signed record sealed',
}

/** What happened, as a person would say it. */
export function eventWords({ event, details }: Pick<ConsentEvent, 'event' | 'details'>): string {
  const said = (name: string) => String(details[name] ?? '')
  return words[event]?.(said) ?? plainName(event)
}

/** The reason that was given, where the event carries one. */
export const eventReason = ({ details }: Pick<ConsentEvent, 'details'>): string =>
  typeof details['reason'] === 'string' ? details['reason'] : ''

/** An event we have no words for still reads: 'form.folded' becomes 'Form folded'. */
function plainName(event: string): string {
  const text = event.replaceAll(/[._-]/g, ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
