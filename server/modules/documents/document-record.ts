import type { JobScope } from '../../platform/database/transaction.ts'
import { eventsOf, findConsent, type ChainEvent, type ConsentRecord } from '../consents/index.ts'
import { findSignature, type SignatureRow } from '../signing/index.ts'
import type { ConsentDocument, ConsentSignature } from './document-drawing.ts'

const roleWords: Record<string, string> = {
  patient: 'Patient',
  parent: 'Parent or person with parental responsibility',
  attorney: 'Attorney',
  deputy: 'Deputy',
}

/** Events of a consent in the words its certificate prints. */
const eventWords: Record<string, string> = {
  'consent.created': 'Consent prepared',
  'consent.sent': 'Text fixed and sent to the patient',
  'consent.viewed': 'Opened by the patient after their date of birth was confirmed',
  'consent.signed': 'Signed by the patient',
}

const markOf = ({ mark, name, signerRole, at }: SignatureRow): ConsentSignature => {
  const who = { name, role: roleWords[signerRole] ?? signerRole, at }
  return mark.kind === 'typed'
    ? { ...who, kind: 'typed', typed: mark.typed }
    : { ...who, kind: 'drawn', strokes: mark.strokes }
}

type Parts = { consent: ConsentRecord; signature: SignatureRow; events: ChainEvent[] }

/** What the record of a signed consent says: the text as it was shown, who signed it and everything that led there. */
function recordOf({ consent, signature, events }: Parts): ConsentDocument {
  const content = consent.content!
  const { patient, clinician, clinic } = content
  return {
    consentId: consent.id,
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
    statements: signature.statements,
    signature: markOf(signature),
    events: events
      .filter((event) => event.at <= signature.at)
      .map(({ event, actor, at, ip }) => ({ what: eventWords[event] ?? event, who: actor, at, ip })),
    hashes: { content: signature.contentHash, signature: signature.markHash },
    template: { name: content.title, version: content.templateVersion },
    verification: "A personal link, opened with the patient's date of birth.",
    drawnAt: signature.at,
  }
}

/** Reads what the record is made of; undefined until the consent is signed. */
export async function readRecord(scope: JobScope, consentId: string): Promise<ConsentDocument | undefined> {
  const consent = await findConsent(scope, consentId)
  const signature = consent && (await findSignature(scope, consentId))
  return signature && recordOf({ consent, signature, events: await eventsOf(scope, consentId) })
}
