import { fileURLToPath } from 'node:url'
import { momentFormat } from '../../platform/moment-format.ts'
import type { Typesetter } from '../../platform/pdf/typesetter.ts'
import type { ChainEvent, ConsentRecord } from '../consents/index.ts'
import { describeText } from './document-rendering.ts'
import { consentTextOf } from './document-record.ts'
import type { DocumentVersion } from './document-store.ts'

/** The events after a signature that get an annex, each by what it is called there. */
export const annexTitles = {
  'consent.withdrawn': 'Consent withdrawn',
  'consent.treatments_withdrawn': 'Part of the consent withdrawn',
  'consent.voided': 'Record voided',
  'consent.addendum_agreed': 'Addendum agreed',
} as const
type AnnexEvent = keyof typeof annexTitles

/** Everything that an annex says: the event it is about, and the record it belongs to as it was sealed. */
export type AnnexInput = {
  consent: ConsentRecord
  event: ChainEvent
  record: readonly Pick<DocumentVersion, 'kind' | 'sha256'>[]
  letterhead: { colour?: string }
}

type Fact = { label: string; value: string }
type AnnexText = { lead: string; facts: Fact[]; lists?: { title: string; items: string[] }[] }

const main = fileURLToPath(new URL('./annex-document.typ', import.meta.url))

const isAnnexEvent = (event: string): event is AnnexEvent => Object.hasOwn(annexTitles, event)

/** The events after the signature that call for an annex. What comes before it stands in the record itself. */
export function annexEvents(events: readonly ChainEvent[]): ChainEvent[] {
  const signed = events.findIndex(({ event }) => event === 'consent.signed')
  return signed < 0 ? [] : events.slice(signed + 1).filter(({ event }) => isAnnexEvent(event))
}

const dateTimeFormat = momentFormat({ second: '2-digit', timeZone: 'Europe/London', timeZoneName: 'short' })

const linkHolder =
  'The patient or the person deciding for them, by personal link and the patient’s date of birth'
const isByPatient = ({ actor }: ChainEvent): boolean => actor === 'Patient'

const reasonFacts = (event: ChainEvent): Fact[] =>
  event.details.reason
    ? [{ label: isByPatient(event) ? 'In their own words' : 'Reason', value: String(event.details.reason) }]
    : []

const agreementMethods: Record<string, string> = {
  signed: 'Signed; its own sealed record names the signer',
  verbal: 'Verbally, before the witnesses named in its own record',
}

const withdrawalFacts = (event: ChainEvent): Fact[] => [
  {
    label: isByPatient(event) ? 'Withdrawn by' : 'Withdrawal recorded by',
    value: actorName(event),
  },
  { label: 'When', value: dateTimeFormat.format(event.at) },
  ...reasonFacts(event),
]

const namesIn = (titles: unknown): string[] => (Array.isArray(titles) ? titles.map(String) : [])

/** What each event means for the record, and what was said with it. */
const annexTexts: Record<AnnexEvent, (event: ChainEvent) => AnnexText> = {
  'consent.withdrawn': (event) => ({
    lead:
      'The consent in this record was withdrawn. From then on it permits no treatment that had not already been ' +
      'done. Treatment already done is not affected.',
    facts: withdrawalFacts(event),
  }),
  'consent.treatments_withdrawn': (event) => ({
    lead:
      'Consent to the treatments under ‘Withdrawn’ was withdrawn. From then on this record permits none of them ' +
      'that had not already been done. Treatment already done is not affected, and consent to the other ' +
      'treatments remains valid.',
    facts: withdrawalFacts(event),
    lists: [
      { title: 'Withdrawn', items: namesIn(event.details.treatments) },
      { title: 'Still valid', items: namesIn(event.details.standing) },
    ],
  }),
  'consent.voided': (event) => ({
    lead: 'The practice voided the record. From then on it permits no treatment.',
    facts: [
      { label: 'Voided by', value: actorName(event) },
      { label: 'When', value: dateTimeFormat.format(event.at) },
      ...reasonFacts(event),
    ],
  }),
  'consent.addendum_agreed': ({ at, details }) => ({
    lead: 'An addendum was agreed while treatment was under way. This record is read together with it.',
    facts: [
      { label: 'Addendum', value: String(details.title) },
      { label: 'How it was agreed', value: agreementMethods[String(details.how)] ?? '' },
      { label: 'Recorded', value: dateTimeFormat.format(at) },
      { label: 'Consent number of the addendum', value: String(details.addendumId) },
      { label: 'Fingerprint (SHA-256) of its text', value: String(details.contentHash) },
      ...(details.sha256
        ? [{ label: 'Fingerprint (SHA-256) of its sealed record', value: String(details.sha256) }]
        : []),
    ],
  }),
}

const actorName = (event: ChainEvent): string => (isByPatient(event) ? linkHolder : event.actor)

const documentKindWords: Record<DocumentVersion['kind'], string> = {
  signed: 'Signed record',
  finalised: 'Countersigned record',
  annex: 'Annex',
  archived: 'Record with archive time stamp',
  'annex-archived': 'Annex with archive time stamp',
  resealed: 'Record with a newer seal',
  'annex-resealed': 'Annex with a newer seal',
}

/** What the Typst file prints: every date and number already in words. */
function describeAnnex({ consent, event, record, letterhead }: AnnexInput) {
  const text = consentTextOf(consent)
  const { clinic, patient, treatment, consentId } = describeText({
    ...{ ...text, sections: [], statements: [], teeth: [] },
    clinic: { ...text.clinic, ...letterhead },
  })
  const name = event.event as AnnexEvent
  const { lead, facts, lists = [] } = annexTexts[name](event)
  return {
    ...{ clinic, patient, treatment, consentId, lead, facts, lists },
    title: annexTitles[name],
    kicker: 'Annex to a sealed record of consent',
    record: record.map(({ kind, sha256 }) => ({ label: documentKindWords[kind], value: sha256 })),
    chain: [
      { label: 'Event', value: `Number ${event.number}, ${dateTimeFormat.format(event.at)}` },
      { label: 'Record code of the event', value: event.hash },
      { label: 'Record code of the event before it', value: event.previousHash },
    ],
  }
}

/**
 * Draws an annex, ready to be sealed. It says when the event was and nothing of today, so that the same event gives the
 * same bytes.
 */
export const renderAnnex = (typesetter: Typesetter, input: AnnexInput): Promise<Uint8Array> =>
  typesetter.render({ main, data: describeAnnex(input), createdAt: input.event.at })
