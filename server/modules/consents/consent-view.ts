import type { Consent, ConsentDocument, ConsentRow, FrozenContent } from '../../../contract/consents.ts'
import type { ClinicScope, TenantScope } from '../../platform/database/transaction.ts'
import type { z } from 'zod'
import { needsConfirmation, standingOfVersion, type WordingStanding } from '../adoptions/index.ts'
import { clinicOf } from '../clinics/index.ts'
import { contactEmail, contactEnded, findPatient, mayContact, patientName } from '../patients/index.ts'
import type { ContactRefusal } from '../../../contract/patients.ts'
import { findStaff, staffName } from '../staff/index.ts'
import { findTemplateVersion } from '../templates/index.ts'
import { makeContent, missingPlaceholders, type ContentParts } from './consent-content.ts'
import { findListed, type ListedConsent } from './consent-list-store.ts'
import { recordIntact, signatureView, type SignatureFacts } from './consent-proof.ts'
import {
  countersignatureOf,
  eventsOf,
  itemsOf,
  type ConsentItem,
  type ConsentRecord,
  type Countersignature,
} from './consent-store.ts'

/** What modules below know of a consent, passed in by app.ts: their tables are not ours to read. */
export type ConsentParts = {
  statements: string[]
  findSignature(scope: TenantScope, consentId: string): Promise<SignatureFacts | undefined>
  documentsOf(scope: TenantScope, consentId: string): Promise<z.infer<typeof ConsentDocument>[]>
}

const isoOf = (at: Date | null): string | null => at?.toISOString() ?? null

/** A consent as lists show it. */
export function rowOf({
  consent,
  treatment,
  teeth,
  patient,
  clinician,
}: ListedConsent): z.infer<typeof ConsentRow> {
  return {
    id: consent.id,
    status: consent.status,
    patient: { id: patient.id, name: patientName(patient), dateOfBirth: patient.dateOfBirth },
    treatment,
    teeth,
    clinician: { id: clinician.id, name: staffName(clinician) },
    createdAt: consent.createdAt.toISOString(),
    sentAt: isoOf(consent.sentAt),
    signedAt: isoOf(consent.signedAt),
    updatedAt: consent.updatedAt.toISOString(),
  }
}

/** Everything the text of a consent is made from, as it stands now. */
export async function contentPartsOf(
  scope: ClinicScope,
  consent: ConsentRecord,
  item: ConsentItem,
  statements: string[],
): Promise<
  ContentParts & {
    patientStatus: string
    recipient: string
    /** Why nothing is sent to the patient at all, and why no e-mail is. */
    contactEnded: ContactRefusal | null
    emailRefused: ContactRefusal | null
    /** How the practice stands to the wording, and who saved it. */
    standing: WordingStanding
    template: { requiresTooth: boolean; requiresDiagnosis: boolean; isInUse: boolean }
  }
> {
  const [clinic, patient, clinician, version] = [
    await clinicOf(scope),
    (await findPatient(scope, consent.patientId))!,
    (await findStaff(scope, consent.clinicianId))!,
    (await findTemplateVersion(scope, item.templateVersionId))!,
  ]
  return {
    template: version,
    teeth: item.teeth,
    diagnosis: consent.diagnosis,
    placeholders: consent.placeholders,
    clinic,
    patient: { name: patientName(patient), dateOfBirth: patient.dateOfBirth, nhsNumber: patient.nhsNumber },
    clinician: { name: staffName(clinician), role: clinician.jobTitle, gdcNumber: clinician.gdcNumber },
    statements,
    patientStatus: patient.status,
    recipient: contactEmail(patient, scope.now),
    contactEnded: contactEnded(patient),
    emailRefused: mayContact(patient, 'email'),
    standing: await standingOfVersion(scope, item.templateVersionId),
  }
}

const countersignatureView = ({ name, gdcNumber, at }: Countersignature) => ({
  name,
  gdcNumber,
  at: at.toISOString(),
})

async function contentOf(
  scope: ClinicScope,
  consent: ConsentRecord,
  item: ConsentItem,
  statements: string[],
) {
  if (consent.content) return { content: consent.content, missing: [] as string[], wordingToConfirm: false }
  const parts = await contentPartsOf(scope, consent, item, statements)
  return {
    content: makeContent(parts) as FrozenContent,
    missing: missingPlaceholders(parts),
    wordingToConfirm: consent.status === 'draft' && needsConfirmation(parts.standing.state),
  }
}

/** One consent with its text, signature, documents and event chain. */
export async function consentView(
  scope: ClinicScope,
  consent: ConsentRecord,
  { statements, findSignature, documentsOf }: ConsentParts,
): Promise<Consent> {
  const listed = (await findListed(scope, consent.id))!
  const [item] = await itemsOf(scope, consent.id)
  const { content, missing, wordingToConfirm } = await contentOf(scope, consent, item!, statements)
  const events = await eventsOf(scope, consent.id)
  const signature = await findSignature(scope, consent.id)
  const countersignature = await countersignatureOf(scope, consent.id)
  const documents = await documentsOf(scope, consent.id)
  return {
    ...rowOf(listed),
    templateId: item!.templateId,
    diagnosis: consent.diagnosis,
    placeholders: consent.placeholders as Record<string, string>,
    missing,
    wordingToConfirm,
    content,
    contentHash: consent.contentHash,
    expiresAt: isoOf(consent.expiresAt),
    reason: consent.reason,
    replaces: consent.replacesId,
    signature: signature ? signatureView(signature) : null,
    countersignature: countersignature ? countersignatureView(countersignature) : null,
    documents,
    events: events.map(({ number, event, at, actor, ip, details, hash }) => ({
      number,
      event,
      at: at.toISOString(),
      actor,
      ip,
      details,
      hash,
    })),
    chainIntact: recordIntact(consent, { events, signature, countersignature, documents }),
  }
}
