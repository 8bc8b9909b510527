import type {
  Addendum,
  Consent,
  ConsentDocument,
  ConsentSummary,
  PaperScan,
} from '../../../contract/consents.ts'
import type { SigningRefusal } from '../../../contract/capacity-rules.ts'
import type { SendingChannel } from '../../../contract/delivery-states.ts'
import type { PaperAdditionalConsent } from '../../../contract/matters.ts'
import type { ContactRefusal } from '../../../contract/patients.ts'
import type { Phrases } from '../../../contract/phrases.ts'
import type { PatientPicture } from '../../../contract/pictures.ts'
import type { TreatmentSite } from '../../../contract/teeth.ts'
import type { ClinicScope, TenantScope } from '../../platform/database/transaction.ts'
import type { z } from 'zod'
import { needsConfirmation } from '../adoptions/index.ts'
import type { ColleagueAttestations } from '../identity/index.ts'
import { patientName } from '../patients/index.ts'
import { staffName } from '../staff/index.ts'
import { addendaOf, type AddendumRow } from './consent-addendum-store.ts'
import {
  attestationsOf,
  discussionsOf,
  type AttestationRow,
  type DiscussionRow,
} from './consent-care-store.ts'
import type { RecordedEvent } from './chain-records.ts'
import type { ChainEvent } from './consent-chain.ts'
import { buildContent, missingPlaceholders } from './consent-content.ts'
import { easyReadTemplateOf } from './easy-read-library.ts'
import { gatherDraftFacts } from './consent-drafting.ts'
import { describeEvent } from './consent-event-words.ts'
import { findSummarised, type SummarisedConsent } from './consent-list-store.ts'
import { isRecordIntact, signatureView, type SignatureFacts } from './consent-integrity.ts'
import { reflectionEnd } from './consent-rules.ts'
import { signedNameIn } from './signed-names.ts'
import { withdrawalsIn } from './consent-withdrawals.ts'
import {
  countersignatureOf,
  eventsOf,
  itemsOf,
  lockedEventsOf,
  type ConsentItem,
  type ConsentRecord,
  type Countersignature,
  reasonsOf,
} from './consent-store.ts'

/** What modules below know of a consent, injected: their tables are not ours to read. */
export type ConsentDeps = {
  statements: string[]
  colleagueAttestations: ColleagueAttestations
  findSignature(scope: TenantScope, consentId: string): Promise<SignatureFacts | undefined>
  listDocuments(scope: TenantScope, consentId: string): Promise<z.infer<typeof ConsentDocument>[]>
  /** The pictures that go with what is planned, and whether a mark on them is in doubt. */
  findPictures(
    scope: TenantScope,
    consentId: string,
    planned: Promise<readonly TreatmentSite[]>,
  ): Promise<{ ownPictures: PatientPicture[]; hasUncertainAnnotation: boolean }>
  /** The patient wants an answer before they agree, and has none. */
  isAnswerRequired(scope: TenantScope, consentId: string): Promise<boolean>
  /** How much of what matters to the patient has neither an answer nor was talked about. */
  countUnanswered(scope: TenantScope, consentId: string): Promise<number>
  /** Keeps what was said aloud to what is asked besides the treatment, as staff write it down. */
  saveRecordedAnswers(
    scope: ClinicScope,
    consent: ConsentRecord,
    said: PaperAdditionalConsent,
    given: { how: 'verbal'; on: Date },
  ): Promise<void>
  /** A clinician has been asked to countersign it, and has not yet. */
  isCountersignAsked(scope: ClinicScope, consentId: string): Promise<boolean>
  /** Who was asked to sign beside the patient and neither did nor is on record. */
  awaitedCosigners(scope: TenantScope, consentId: string): Promise<string[]>
  /** Why this person may not agree by what was found of the patient's capacity; null when nothing stands against it. */
  capacityRefusal(scope: TenantScope, consentId: string, signerRole: string): Promise<SigningRefusal | null>
  /** Reads all that other nouns keep beside the chain, and answers whether it is what the chain's events name. */
  readVerifier(scope: TenantScope, consentId: string): Promise<(events: readonly ChainEvent[]) => boolean>
  /** An event of theirs in words. */
  describeRelatedEvent(told: RecordedEvent): string | undefined
  /** Usual phrases for the gaps of a template, ranked for a clinician where there is one. */
  suggestPhrases(
    scope: ClinicScope,
    input: { templateId: string; clinicianId: string | null },
  ): Promise<Phrases>
  scansOf(scope: TenantScope, consentId: string): Promise<PaperScan[]>
  /** Queues the patient's link; or why none goes out that way. */
  sendLink(
    scope: ClinicScope,
    consent: ConsentRecord,
    by: SendingChannel,
  ): Promise<{ by: SendingChannel } | 'no-email' | 'no-mobile' | ContactRefusal>
}

const isoOf = (at: Date | null): string | null => at?.toISOString() ?? null

/** A consent in short. */
export function summaryOf({ consent, patient, clinician }: SummarisedConsent): ConsentSummary {
  return {
    id: consent.id,
    kind: consent.kind,
    status: consent.status,
    patient: { id: patient.id, name: patientName(patient), dateOfBirth: patient.dateOfBirth },
    treatment: consent.treatment,
    teeth: consent.teeth,
    clinician: { id: clinician.id, name: staffName(clinician) },
    createdAt: consent.createdAt.toISOString(),
    sentAt: isoOf(consent.sentAt),
    signedAt: isoOf(consent.signedAt),
    expiresAt: isoOf(consent.expiresAt),
    reconfirmSince: isoOf(consent.reconfirmSince),
    updatedAt: consent.updatedAt.toISOString(),
  }
}

/** A change of plan as the consent that it adds to shows it. */
export const addendumView = ({ id, status, treatment, teeth, createdAt }: AddendumRow): Addendum => ({
  ...{ id, status, treatment, teeth },
  createdAt: createdAt.toISOString(),
})

const countersignatureView = ({ name, gdcNumber, at }: Countersignature) => ({
  name,
  gdcNumber,
  at: at.toISOString(),
})

type ContentView = Pick<Consent, 'content' | 'missing' | 'inEnglish' | 'inEasyRead' | 'wordingToConfirm'>

/** What is asked before a text is sent is asked no more. */
const nothingToConfirm = { missing: [], inEnglish: [], inEasyRead: [], wordingToConfirm: false }

async function contentView(
  scope: ClinicScope,
  consent: ConsentRecord,
  deps: ConsentDeps,
): Promise<ContentView> {
  if (consent.content) return { content: consent.content, ...nothingToConfirm }
  const facts = await gatherDraftFacts(scope, consent, deps)
  return {
    ...buildContent(facts),
    missing: missingPlaceholders(facts),
    inEasyRead: facts.treatments
      .filter(({ template }) => easyReadTemplateOf(template.wording.sections) !== null)
      .map(({ template }) => template.name),
    wordingToConfirm:
      ['draft', 'approved'].includes(consent.status) &&
      facts.wordingStatuses.some(({ state }) => needsConfirmation(state)),
  }
}

const planOf = (consent: ConsentRecord, items: readonly ConsentItem[]): Consent['plan'] => ({
  ...consent.plan,
  diagnosis: consent.diagnosis,
  items: items.map(({ templateId, teeth, area, material, pricePence, band, placeholders }) => ({
    templateId,
    teeth,
    area,
    material,
    pricePence,
    band,
    placeholders,
  })),
})

const eventView = (
  { number, event, at, actor, ip, details, hash }: ChainEvent,
  { describeRelatedEvent }: Pick<ConsentDeps, 'describeRelatedEvent'>,
) => ({
  ...{ number, event, actor, ip, details, hash },
  what: describeEvent({ event, details }, describeRelatedEvent),
  at: at.toISOString(),
})

/** The conversations about a consent and who stood by. */
function conversationsAndWitnesses(
  discussions: readonly DiscussionRow[],
  attestations: readonly AttestationRow[],
) {
  return {
    discussions: discussions.map(
      ({ id, on, mode, note, whatMatters, understanding, byName, recordedAt, ...told }) => ({
        ...{ id, mode, note, whatMatters, understanding, byName },
        ...(told.childView !== null && { childView: told.childView }),
        ...(told.interpreter !== null && { interpreter: told.interpreter }),
        ...(told.copy !== null && { copy: told.copy }),
        on: on.toISOString(),
        recordedAt: recordedAt.toISOString(),
      }),
    ),
    attestations: attestations.map(
      ({ id, role, name, capacity, statement, at, recordedBy, mark, markHash }) => ({
        ...{ id, role, name, capacity, statement, recordedBy },
        at: at.toISOString(),
        signed: mark && { kind: mark.kind, strokesHash: markHash! },
      }),
    ),
  }
}

/** One consent with its text, signature, documents and event chain. */
export async function consentView(
  scope: ClinicScope,
  consent: ConsentRecord,
  deps: ConsentDeps,
): Promise<Consent> {
  return viewOf(scope, consent, await contentView(scope, consent, deps), deps)
}

/** What the view of a consent is read with, once its text is there. */
export type RecordDeps = Pick<
  ConsentDeps,
  'findSignature' | 'listDocuments' | 'scansOf' | 'readVerifier' | 'describeRelatedEvent'
>

/** The same of a consent whose text is fixed, which nothing has to be drawn up for; null while it is being written. */
export async function frozenView(
  scope: TenantScope,
  consent: ConsentRecord,
  deps: RecordDeps,
): Promise<Consent | null> {
  const { content } = consent
  return content && viewOf(scope, consent, { content, ...nothingToConfirm }, deps)
}

async function viewOf(
  scope: TenantScope,
  consent: ConsentRecord,
  shown: ContentView,
  deps: RecordDeps,
): Promise<Consent> {
  return viewFrom(scope, consent, await readRecord(scope, consent, deps, eventsOf), { shown, deps })
}

/**
 * Reads what stands beside a locked consent that is about to change by events alone. Answers its view once its text is
 * fixed: what was read, with the events that were appended since.
 */
export async function readBeforeChange(
  scope: TenantScope,
  consent: ConsentRecord,
  deps: RecordDeps,
): Promise<(changed: ConsentRecord) => Consent> {
  const record = await readRecord(scope, consent, deps, lockedEventsOf)
  return (changed) => {
    const summarised = { ...record.summarised, consent: changed }
    const shown = { content: changed.content!, ...nothingToConfirm }
    return viewFrom(scope, changed, { ...record, summarised }, { shown, deps })
  }
}

/** All that is kept of a consent beside its own row. */
async function readRecord(
  scope: TenantScope,
  { id, patientId }: ConsentRecord,
  { findSignature, listDocuments, scansOf, readVerifier }: RecordDeps,
  readEvents: (scope: TenantScope, consentId: string) => Promise<readonly ChainEvent[]>,
) {
  // Asked together, they are sent together.
  const [
    summarised,
    items,
    events,
    signature,
    countersignature,
    documents,
    scans,
    attestations,
    discussions,
    addenda,
    isRelatedIntact,
  ] = await Promise.all([
    findSummarised(scope, id),
    itemsOf(scope, id),
    readEvents(scope, id),
    findSignature(scope, id),
    countersignatureOf(scope, id),
    listDocuments(scope, id),
    scansOf(scope, id),
    attestationsOf(scope, id),
    discussionsOf(scope, id),
    addendaOf(scope, { patientIds: [patientId], parentIds: [id] }),
    readVerifier(scope, id),
  ])
  const evidence = { events, signature, countersignature, documents, scans, attestations }
  return { summarised: summarised!, items, evidence, discussions, addenda, isRelatedIntact }
}

function viewFrom(
  scope: TenantScope,
  consent: ConsentRecord,
  {
    summarised,
    items,
    evidence,
    discussions,
    addenda,
    isRelatedIntact,
  }: Awaited<ReturnType<typeof readRecord>>,
  { shown, deps }: { shown: ContentView; deps: RecordDeps },
): Consent {
  const { events, signature, countersignature, documents, scans, attestations } = evidence
  const { changes, changedPlan, contentHash, replacesId, parentId } = consent
  return {
    ...summaryOf(summarised),
    ...shown,
    ...conversationsAndWitnesses(discussions, attestations),
    ...reasonsOf(scope, consent),
    ...{ changes, changedPlan, contentHash, parentId, documents, scans },
    plan: planOf(consent, items),
    replaces: replacesId,
    addenda: addenda.map(addendumView),
    viewedAt: isoOf(consent.viewedAt),
    paperGivenAt: isoOf(consent.paperGivenAt),
    reflectionEndsAt: isoOf(reflectionEnd(consent)),
    validUntil: isoOf(consent.validUntil),
    confirmedAt: isoOf(consent.confirmedAt),
    startedAt: isoOf(consent.startedAt),
    signature: signature ? signatureView(signature) : null,
    otherName: signedNameIn(events),
    withdrawals: withdrawalsIn(events),
    countersignature: countersignature ? countersignatureView(countersignature) : null,
    events: events.map((event) => eventView(event, deps)),
    chainIntact: isRecordIntact(consent, evidence) && isRelatedIntact(events),
  }
}
