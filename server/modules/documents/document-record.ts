import type { FrozenContent } from '../../../contract/consents.ts'
import type { JobScope, StaffScope } from '../../platform/database/transaction.ts'
import { brandOf, logoImageOf } from '../clinics/index.ts'
import {
  attestationsOf,
  countersignatureOf,
  discussionsOf,
  eventsOf,
  lockConsentForRead,
  isRecordIntact,
  type ChainEvent,
  type ConsentRecord,
} from '../consents/index.ts'
import { scansOf } from '../paper/index.ts'
import {
  relatedRecordsIntact,
  readRelatedRecords,
  describeRelatedEvent,
  type RelatedRecords,
} from '../proofs/index.ts'
import { questionsFrom, type QuestionEntry } from '../questions/index.ts'
import { findSignature, type SignatureRow } from '../signing/index.ts'
import { recordedMatters } from './document-matters.ts'
import { translatedSectionOf } from './document-translation.ts'
import type { ConsentDocument, ConsentSignature, DocumentSection } from './document-rendering.ts'
import { readingBefore } from './document-reading.ts'
import { authorityBefore, describeSigningHelp } from './document-authority.ts'
import { capacityBefore } from './document-capacity.ts'
import { listDocumentVersions } from './document-store.ts'
import { supportersBefore } from './document-supporters.ts'
import { understandingBefore } from './document-understanding.ts'
import { viewingsBefore } from './document-viewings.ts'

const roleWords: Record<string, string> = {
  patient: 'Patient',
  parent: 'Parent or person with parental responsibility',
  attorney: 'Attorney',
  deputy: 'Deputy',
  guardian: 'Welfare guardian',
  'decision-maker': 'Clinician who recorded the decision',
}

const roleOf = (signerRole: string): string => roleWords[signerRole] ?? signerRole

const signatureOf = ({ mark, name, signerRole, at }: SignatureRow): ConsentSignature => {
  const who = { name, role: roleOf(signerRole), at }
  switch (mark.kind) {
    case 'typed':
      return { ...who, kind: 'typed', typed: mark.typed }
    case 'drawn':
      return { ...who, kind: 'drawn', strokes: mark.strokes }
    case 'paper':
      return { ...who, ...mark, takenAt: new Date(mark.takenAt) }
    case 'decided':
      return { ...who, kind: 'decided' }
  }
}

/** How the practice's letterhead looks on the day the record is drawn; what it says was frozen with the text. */
type Letterhead = Pick<ConsentDocument['clinic'], 'logo' | 'colour'>

type SignedConsent = {
  /** Its reasons are told by its events. */
  consent: Omit<ConsentRecord, 'reason' | 'startOverride'>
  signature: SignatureRow
  events: readonly ChainEvent[]
  discussions: readonly (ConsentDocument['discussions'][number] & { recordedAt: Date })[]
  attestations: readonly (Omit<ConsentDocument['attestations'][number], 'mark'> & {
    mark: ConsentDocument['attestations'][number]['mark'] | null
  })[]
  beside: RelatedRecords
  letterhead: Letterhead
}

const sentWords: Record<string, string> = {
  email: 'Text frozen, to be sent by e-mail',
  sms: 'Text frozen, to be sent by text message',
  link: 'Text frozen, to be handed over as a link or QR code',
}

const attestationRoles: Record<string, string> = { witness: 'Witness', interpreter: 'Interpreter' }

/** As what somebody signed, in the words of a line: themselves, or with their hand for another. */
const signerRoleText = (signerRole: string, help: SignatureRow['help']): string =>
  help?.kind === 'on-behalf'
    ? `on behalf of ${help.of}, ${roleOf(signerRole).toLowerCase()}`
    : roleOf(signerRole).toLowerCase()

/** Who signed beside them, as the event of the signature names them. */
const cosignersText = (cosigners: unknown): string =>
  Array.isArray(cosigners)
    ? cosigners.map(({ role, name }) => `; ${attestationRoles[role]?.toLowerCase()} ${name}`).join('')
    : ''

/** How the record named whoever signed under another name. */
const signerNameText = ({ recordName }: ChainEvent['details']): string =>
  typeof recordName === 'string' ? `; the record says “${recordName}”` : ''

/** An event in the words its certificate prints. Whoever holds a link is named only once they signed. */
function eventText({ event, actor, details }: ChainEvent, { name, signerRole, mark, help }: SignatureRow) {
  const holder = 'Link holder'
  switch (event) {
    case 'consent.created':
      return { what: 'Consent prepared', who: actor }
    case 'consent.sent':
      return { what: sentWords[String(details.by)] ?? 'Text frozen', who: actor }
    case 'consent.viewed':
      return { what: "Opened with a personal link and the patient's date of birth", who: holder }
    case 'consent.approved':
      return { what: 'Draft read and approved', who: actor }
    case 'consent.discussed':
      return { what: 'Conversation recorded', who: actor }
    case 'consent.attested':
      return { what: `${attestationRoles[String(details.role)]} recorded`, who: actor }
    case 'consent.treatment_done':
      return { what: 'Treatment carried out', who: actor }
    case 'consent.treatment_done_taken_back':
      return { what: 'Treatment marked as not carried out', who: actor }
    case 'aftercare.worry':
      return { what: 'The patient reported a worry after treatment', who: holder }
    case 'consent.verbal':
      return { what: 'Verbal consent recorded', who: actor }
    case 'consent.addendum_agreed':
      return { what: `Addendum agreed: ${String(details.title)}`, who: actor }
    case 'consent.reassigned':
      return { what: `Handed over to ${String(details.to)}`, who: actor }
    case 'consent.given_on_paper':
      return { what: 'Text handed over on paper', who: actor }
    case 'consent.signed':
      if (mark.kind === 'paper')
        return {
          what: `Paper signed by ${name}, ${roleOf(signerRole).toLowerCase()}, recorded${signerNameText(details)}`,
          who: actor,
        }
      if (mark.kind === 'decided')
        return { what: 'Decision recorded in place of the patient’s signature', who: actor }
      return {
        what: `Signed by ${name}, ${signerRoleText(signerRole, help)}${cosignersText(details.cosigners)}${signerNameText(details)}`,
        who: name,
      }
    default:
      return {
        what: describeRelatedEvent({ event, details }) ?? event,
        who: actor === 'Patient' ? holder : actor,
      }
  }
}

const identifiedByLink = "A personal link, opened with the patient's date of birth."
/** How whoever signed was known. */
const identifiedBy: Record<SignatureRow['mark']['kind'], string> = {
  drawn: identifiedByLink,
  typed: identifiedByLink,
  paper: 'By practice staff, who recorded the signed paper.',
  decided: 'The patient did not sign. The clinician who recorded the decision was signed in.',
}

/** The events up to the signature, by their number: a clock may be set back. */
function eventsToSignature(events: readonly ChainEvent[]): readonly ChainEvent[] {
  return events.slice(0, events.findIndex(({ event }) => event === 'consent.signed') + 1)
}

/** The treatment in that place; what was frozen before there could be several is one. */
const treatmentIn = ({ title, treatments }: FrozenContent, place: number): string =>
  treatments?.[place]?.title ?? title

const sectionOf = ({
  title,
  content: html,
  beside,
  easyRead,
}: FrozenContent['sections'][number]): DocumentSection => ({
  ...{ title, html },
  ...(beside && { beside: translatedSectionOf(beside) }),
  ...(easyRead && { easyRead }),
})

/** What the record of a consent says from the day it is sent: the text as it is shown, whose it is and who stands behind it. */
export function consentTextOf({ id, content: frozen }: Pick<ConsentRecord, 'id' | 'content'>) {
  const content = frozen!
  const { patient, clinician, clinic } = content
  return {
    consentId: id,
    title: content.title,
    treatment: content.title,
    diagnosis: content.diagnosis,
    clinic: {
      name: clinic.name,
      address: clinic.address,
      phone: clinic.phone,
      email: clinic.email,
    },
    patient: {
      name: patient.name,
      born: patient.dateOfBirth,
      ...(patient.nhsNumber ? { nhsNumber: patient.nhsNumber } : {}),
    },
    clinician: {
      name: clinician.name,
      role: clinician.role,
      ...(clinician.gdcNumber ? { gdcNumber: clinician.gdcNumber } : {}),
    },
    teeth: content.teeth,
    sections: content.sections.map(sectionOf),
    pictures: content.pictures,
    ownPictures: content.ownPictures,
    risks: content.risks,
    ownFigures: content.ownFigures,
    statements: content.statements,
    template: { name: content.title, version: content.templateVersion },
    wordingBy: content.wordingBy,
  }
}

/** What was asked and answered by then, question by question. */
const questionsBefore = (moment: Date, entries: readonly QuestionEntry[]): ConsentDocument['questions'] =>
  questionsFrom(entries.filter(({ at }) => at <= moment)).map(({ partTitle: about, entries: told }) => ({
    about,
    entries: told.map((entry) => ({ ...entry, at: new Date(entry.at) })),
  }))

/** What the record of a signed consent says: the text, who signed it and everything that led there. */
export function buildConsentDocument(signed: SignedConsent, drawnAt: Date): ConsentDocument {
  const { consent, signature, events, discussions, attestations, letterhead } = signed
  const { authority, capacity, matters, questions, readings, supporters, viewings } = signed.beside
  const shown = eventsToSignature(events)
  const text = consentTextOf(consent)
  const { mark } = signature
  const isPaper = mark.kind === 'paper'
  const keptAt = isPaper ? new Date(mark.takenAt) : signature.at
  const understanding = understandingBefore(keptAt, consent.content!, signed.beside.understanding, isPaper)
  return {
    ...text,
    clinic: { ...text.clinic, ...letterhead },
    // What nobody confirmed is not printed as confirmed.
    statements: signature.statements,
    declined: signature.declined.map((place) => treatmentIn(consent.content!, place)),
    // What was told later stands in the events of the practice's own record.
    discussions: discussions
      .filter(({ recordedAt }) => recordedAt <= keptAt)
      .map(({ on, mode, byName, note, whatMatters, understanding }) => ({
        on,
        mode,
        byName,
        note,
        whatMatters,
        understanding,
      })),
    attestations: attestations
      .filter(({ at }) => at <= keptAt)
      .map(({ role, name, capacity, statement, at, mark }) => ({
        ...{ role, name, capacity, statement, at },
        mark: mark ?? undefined,
      })),
    authority: authorityBefore(keptAt, authority),
    help: describeSigningHelp(signature.help),
    questions: questionsBefore(keptAt, questions),
    ...(understanding && { understanding }),
    matters: recordedMatters(consent.content!, matters, keptAt),
    reading: readingBefore(shown, readings, consent.content!),
    ...viewingsBefore(shown, viewings, consent.content!),
    capacity: capacityBefore(keptAt, capacity),
    supporters: supportersBefore(keptAt, supporters),
    signature: signatureOf(signature),
    events: shown.map((event) => {
      const { at, ip, hash } = event
      return { ...eventText(event, signature), at, ip, hash }
    }),
    hashes: { content: signature.contentHash, signature: signature.markHash, record: shown.at(-1)!.hash },
    verification: identifiedBy[mark.kind],
    drawnAt,
  }
}

/**
 * Everything that is kept of a consent.
 * @throws where it is not what its events say: no seal may vouch for it
 */
export async function readSignedConsent(scope: JobScope, consentId: string) {
  const consent = await lockConsentForRead(scope, consentId)
  if (!consent) return undefined
  const proven = {
    consent,
    signature: await findSignature(scope, consentId),
    events: await eventsOf(scope, consentId),
    countersignature: await countersignatureOf(scope, consentId),
    documents: await listDocumentVersions(scope, consentId),
    scans: await scansOf(scope, consentId),
    attestations: await attestationsOf(scope, consentId),
    beside: (await readRelatedRecords(scope, [consentId]))(consentId),
  }
  if (!isRecordIntact(consent, proven) || !relatedRecordsIntact(proven.beside, proven.events))
    throw new Error('The record of a consent is not what its events say')
  return proven
}

/** How the letterhead of the practice looks today. */
export async function findLetterhead(scope: StaffScope): Promise<Letterhead> {
  const { colour, logo } = await brandOf(scope)
  const image = logo === null ? undefined : await logoImageOf(scope, logo)
  return { ...(colour ? { colour } : {}), ...(image ? { logo: image } : {}) }
}

/** What the record of a signed consent says, to be drawn now; undefined until it is signed. */
export async function readConsentDocument(
  scope: JobScope,
  consentId: string,
): Promise<ConsentDocument | undefined> {
  const proven = await readSignedConsent(scope, consentId)
  if (!proven?.signature) return undefined
  const told = {
    discussions: await discussionsOf(scope, consentId),
    letterhead: await findLetterhead(scope),
  }
  return buildConsentDocument({ ...proven, signature: proven.signature, ...told }, scope.now)
}
