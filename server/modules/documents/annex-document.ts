import { fileURLToPath } from 'node:url'
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

const dateTimeFormat = new Intl.DateTimeFormat('en-GB', {
  ...{
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  },
  ...{ timeZone: 'Europe/London', timeZoneName: 'short' },
})

const linkHolder =
  'The patient, or who decides for them, with a personal link and the patient’s date of birth'
const isByPatient = ({ actor }: ChainEvent): boolean => actor === 'Patient'

const reasonFacts = (event: ChainEvent): Fact[] =>
  event.details.reason
    ? [{ label: isByPatient(event) ? 'In their own words' : 'Reason', value: String(event.details.reason) }]
    : []

const agreementMethods: Record<string, string> = {
  signed: 'Signed; its own sealed record says by whom',
  verbal: 'By word of mouth, in front of witnesses whom its own record names',
}

const withdrawalFacts = (event: ChainEvent): Fact[] => [
  {
    label: isByPatient(event) ? 'Withdrawn by' : 'Told to the practice, and put on record by',
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
      'The consent that the record holds was taken back. From then on it permits nothing that had not been done. ' +
      'What had been done by then is not changed by it.',
    facts: withdrawalFacts(event),
  }),
  'consent.treatments_withdrawn': (event) => ({
    lead:
      'Of the consent that the record holds, the treatments that are named first were taken back. From then on it ' +
      'permits nothing of them that had not been done. What had been done by then is not changed by it, and the ' +
      'consent to the other treatments stands.',
    facts: withdrawalFacts(event),
    lists: [
      { title: 'Taken back', items: namesIn(event.details.treatments) },
      { title: 'Still stands', items: namesIn(event.details.standing) },
    ],
  }),
  'consent.voided': (event) => ({
    lead: 'The practice made the record void. From then on it permits no treatment.',
    facts: [
      { label: 'Voided by', value: actorName(event) },
      { label: 'When', value: dateTimeFormat.format(event.at) },
      ...reasonFacts(event),
    ],
  }),
  'consent.addendum_agreed': ({ at, details }) => ({
    lead: 'While the treatment was under way something else was needed, and was agreed to. The record stands with it.',
    facts: [
      { label: 'What was agreed', value: String(details.title) },
      { label: 'How', value: agreementMethods[String(details.how)] ?? '' },
      { label: 'Put on record', value: dateTimeFormat.format(at) },
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
  signed: 'As it was signed',
  finalised: 'As it was countersigned',
  annex: 'An annex',
  archived: 'With a time stamp for the archive',
  'annex-archived': 'An annex with a time stamp for the archive',
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
