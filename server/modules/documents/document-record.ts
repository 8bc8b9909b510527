import type { JobScope } from '../../platform/database/transaction.ts'
import {
  countersignatureOf,
  eventsOf,
  holdConsent,
  recordIntact,
  type ChainEvent,
  type ConsentRecord,
} from '../consents/index.ts'
import { findSignature, type SignatureRow } from '../signing/index.ts'
import type { ConsentDocument, ConsentSignature } from './document-drawing.ts'
import { versionsOf } from './document-store.ts'

const roleWords: Record<string, string> = {
  patient: 'Patient',
  parent: 'Parent or person with parental responsibility',
  attorney: 'Attorney',
  deputy: 'Deputy',
}

const roleOf = (signerRole: string): string => roleWords[signerRole] ?? signerRole

const markOf = ({ mark, name, signerRole, at }: SignatureRow): ConsentSignature => {
  const who = { name, role: roleOf(signerRole), at }
  return mark.kind === 'typed'
    ? { ...who, kind: 'typed', typed: mark.typed }
    : { ...who, kind: 'drawn', strokes: mark.strokes }
}

type Signed = { consent: ConsentRecord; signature: SignatureRow; events: readonly ChainEvent[] }

const sentWords: Record<string, string> = {
  email: 'Text fixed, to be sent as a link by e-mail',
  link: 'Text fixed, to be handed over as a link',
}

/** An event in the words its certificate prints. Whoever holds a link is named only once they signed. */
function wordsOf({ event, actor, details }: ChainEvent, { name, signerRole }: SignatureRow) {
  const holder = 'Whoever held the link'
  switch (event) {
    case 'consent.created':
      return { what: 'Consent prepared', who: actor }
    case 'consent.sent':
      return { what: sentWords[String(details.by)] ?? 'Text fixed', who: actor }
    case 'consent.viewed':
      return { what: "Opened with a personal link and the patient's date of birth", who: holder }
    case 'consent.signed':
      return { what: `Signed by ${name}, ${roleOf(signerRole).toLowerCase()}`, who: name }
    default:
      return { what: event, who: actor }
  }
}

/** The events up to the signature, by their number: a clock may be set back. */
function eventsToSignature(events: readonly ChainEvent[]): readonly ChainEvent[] {
  return events.slice(0, events.findIndex(({ event }) => event === 'consent.signed') + 1)
}

/** What the record of a consent says from the day it is sent: the text as it is shown, whose it is and who stands behind it. */
export function textOf({ id, content: frozen }: Pick<ConsentRecord, 'id' | 'content'>) {
  const content = frozen!
  const { patient, clinician, clinic } = content
  return {
    consentId: id,
    title: content.title,
    treatment: content.title,
    diagnosis: content.diagnosis,
    clinic: { name: clinic.name, address: clinic.address, phone: clinic.phone, email: clinic.email },
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
    sections: content.sections.map(({ title, content: html }) => ({ title, html })),
    pictures: content.pictures,
    risks: content.risks,
    statements: content.statements,
    template: { name: content.title, version: content.templateVersion },
    wordingBy: content.wordingBy,
  }
}

/** What the record of a signed consent says: the text, who signed it and everything that led there. */
export function recordOf({ consent, signature, events }: Signed, drawnAt: Date): ConsentDocument {
  const shown = eventsToSignature(events)
  return {
    ...textOf(consent),
    signature: markOf(signature),
    events: shown.map((event) => {
      const { at, ip, hash } = event
      return { ...wordsOf(event, signature), at, ip, hash }
    }),
    hashes: { content: signature.contentHash, signature: signature.markHash, record: shown.at(-1)!.hash },
    verification: "A personal link, opened with the patient's date of birth.",
    drawnAt,
  }
}

/**
 * Everything that is kept of a consent.
 * @throws where it is not what its events say: no seal may vouch for it
 */
export async function readProven(scope: JobScope, consentId: string) {
  const consent = await holdConsent(scope, consentId)
  if (!consent) return undefined
  const proven = {
    consent,
    signature: await findSignature(scope, consentId),
    events: await eventsOf(scope, consentId),
    countersignature: await countersignatureOf(scope, consentId),
    documents: await versionsOf(scope, consentId),
  }
  if (!recordIntact(consent, proven)) throw new Error('The record of a consent is not what its events say')
  return proven
}

/** What the record of a signed consent says, to be drawn now; undefined until it is signed. */
export async function readRecord(scope: JobScope, consentId: string): Promise<ConsentDocument | undefined> {
  const proven = await readProven(scope, consentId)
  return proven?.signature && recordOf({ ...proven, signature: proven.signature }, scope.now)
}
