import { and, asc, desc, eq, inArray, max, or } from 'drizzle-orm'
import type { StaffScope } from '../../platform/database/transaction.ts'
import { reflectionEnd, withdrawnPositionsOf } from '../consents/index.ts'
import { consentDiscussions, consentEvents, consentItems, consents } from '../consents/consent-schema.ts'
import { listMatterEntriesOfConsents, unansweredMatters } from '../matters/index.ts'
import { entriesOfConsents, questionsFrom } from '../questions/index.ts'
import { signatures } from '../signing/signing-schema.ts'
import { findTemplateVersion } from '../templates/index.ts'
import { templates, templateVersions } from '../templates/template-schema.ts'
import { listCheckEntriesOfConsents, checkPoints, type CheckEntry } from '../understanding/index.ts'
import type { AgreedTreatment, ConsentFacts, OpenQuestion, Planned } from './appointment-readiness-rules.ts'
import type { PlannedTreatment } from '../../../contract/appointments.ts'

/** More consents than a day's patients have. */
const consents_max = 5_000

type ConsentRow = typeof consents.$inferSelect
type ItemRow = typeof consentItems.$inferSelect
type KindsByTemplate = Map<string, Omit<Planned, keyof PlannedTreatment>>

/** The library's own names for what is watched over more closely. */
const extraction = 'Tooth Extraction'
const isSedative = (...names: string[]) => names.some((name) => /sedation|an(a)?esthetic/i.test(name))

const kindOf = (title: string, { treatmentType, treatmentSubtype }: TemplateCategory) => ({
  title,
  isExtraction: treatmentType === extraction,
  isSedation: treatmentType === 'Sedation and Anaesthesia' || isSedative(treatmentSubtype, title),
})
type TemplateCategory = { treatmentType: string; treatmentSubtype: string }

/** What the templates of planned treatments are about, by their ids. */
export async function kindsOf(scope: StaffScope, templateIds: readonly string[]): Promise<KindsByTemplate> {
  if (templateIds.length === 0) return new Map()
  const rows = await scope.tx
    .select({ id: templates.id, name: templates.name, heading: templateVersions.heading })
    .from(templates)
    .innerJoin(templateVersions, eq(templateVersions.id, templates.currentVersionId))
    .where(inArray(templates.id, [...new Set(templateIds)]))
  return new Map(rows.map(({ id, name, heading }) => [id, kindOf(name, heading)]))
}

/** Treatments as planned, with what their kind asks for. */
export const withKinds = (treatments: readonly PlannedTreatment[], kinds: KindsByTemplate): Planned[] =>
  treatments.map((treatment) => ({
    ...treatment,
    ...(kinds.get(treatment.templateId) ?? {
      title: 'A treatment that is not offered any more',
      isExtraction: false,
      isSedation: false,
    }),
  }))

/** What is agreed to now: as it was frozen, or as it was changed and confirmed since. */
function currentTreatments(consent: ConsentRow, items: readonly ItemRow[]): readonly PlannedTreatment[] {
  const { changedPlan, changes } = consent
  return changedPlan && changes.length === 0 ? changedPlan.items : items
}

/**
 * Consents given by word of mouth to what asks for a signature. A change while treatment is under way is agreed to by
 * word of mouth whatever it is.
 */
async function verbalConsentsToSign(
  scope: StaffScope,
  rows: readonly ConsentRow[],
  items: RelatedRecords['items'],
): Promise<Set<string>> {
  const unwritten = new Set<string>()
  for (const { id, status, kind } of rows) {
    if (status !== 'verbal' || kind === 'addendum') continue
    for (const { templateVersionId } of items.get(id) ?? []) {
      const version = await findTemplateVersion(scope, templateVersionId)
      if (version?.advice.writtenConsent === 'required') unwritten.add(id)
    }
  }
  return unwritten
}

type RelatedRecords = {
  items: Map<string, ItemRow[]>
  /** When a conversation was put on record in which understanding was checked, the last of each consent. */
  understood: Map<string, Date>
  checked: Map<string, CheckEntry[]>
  openQuestions: Map<string, OpenQuestion[]>
  agreedAt: Map<string, Date>
  declined: Map<string, readonly number[]>
  withdrawn: Map<string, readonly number[]>
  kinds: KindsByTemplate
  signatureMissing: Set<string>
}

function factsOf(consent: ConsentRow, gathered: RelatedRecords): ConsentFacts {
  const { id, reflectionHours, plan } = consent
  const items = gathered.items.get(id) ?? []
  const declined = gathered.declined.get(id) ?? []
  const withdrawn = gathered.withdrawn.get(id) ?? []
  const now = currentTreatments(consent, items)
  const treatments: AgreedTreatment[] = withKinds(now, gathered.kinds).map((treatment, place) => {
    const isAmong = (places: readonly number[]) => matchesPlace(items, now, place, places)
    return {
      ...treatment,
      isDeclined: isAmong(declined),
      isWithdrawn: isAmong(withdrawn),
    }
  })
  const { patientId, status, treatment, teeth, confirmedAt, reconfirmSince, changes } = consent
  const { validUntil, startedAt } = consent
  return {
    ...{ id, patientId, status, treatment, teeth, treatments, reflectionHours },
    ...{ confirmedAt, reconfirmSince, changes, validUntil, startedAt },
    agreedAt: gathered.agreedAt.get(id) ?? null,
    isSignatureRequired: gathered.signatureMissing.has(id),
    ...understandingOf(consent, gathered),
    openQuestions: gathered.openQuestions.get(id) ?? [],
    reflectionEndsAt: reflectionEnd(consent),
    reflectionWaived: plan.reflectionWaived,
  }
}

/**
 * Whether the treatment at this place of what is agreed to now is one of these of the frozen text. A plan that changed
 * since, and was confirmed, keeps its treatments in their order; where there are others now, the treatment itself counts.
 */
function matchesPlace(
  items: readonly ItemRow[],
  now: readonly PlannedTreatment[],
  place: number,
  places: readonly number[],
): boolean {
  const isInOrder = now.every(({ templateId }, at) => items[at]?.templateId === templateId)
  if (isInOrder) return places.includes(place)
  return places.some((at) => items[at]?.templateId === now[place]?.templateId)
}

/** A conversation counts for what the patient had answered by then: what was not clear later was not talked about. */
function understandingOf({ id, content }: ConsentRow, { understood, checked }: RelatedRecords) {
  const questions = content?.understanding
  const check = questions ? checkPoints(questions, checked.get(id) ?? []) : null
  const talkedAt = understood.get(id)
  const isSince = !check?.needsTalk || check.answeredAt === null || (talkedAt ?? 0) >= check.answeredAt
  return { check, isUnderstood: talkedAt !== undefined && isSince }
}

/** Ids of a patient's consents that were sent and have no answer yet. */
export async function unansweredConsentIds(scope: StaffScope, patientId: string): Promise<string[]> {
  const rows = await scope.tx
    .select({ id: consents.id })
    .from(consents)
    .where(
      and(
        eq(consents.clinicId, scope.clinicId),
        eq(consents.patientId, patientId),
        inArray(consents.status, ['sent', 'viewed']),
      ),
    )
    .orderBy(asc(consents.id))
  return rows.map(({ id }) => id)
}

async function itemsOf(scope: StaffScope, ids: readonly string[]): Promise<Map<string, ItemRow[]>> {
  const rows = await scope.tx
    .select()
    .from(consentItems)
    .where(and(eq(consentItems.clinicId, scope.clinicId), inArray(consentItems.consentId, [...ids])))
    .orderBy(asc(consentItems.position))
  return Map.groupBy(rows, ({ consentId }) => consentId)
}

/** What patients asked about these consents, or said that it matters to them, and nobody has answered; by consent. */
async function openQuestionsOf(
  scope: StaffScope,
  ids: readonly string[],
): Promise<Map<string, OpenQuestion[]>> {
  const entries = Map.groupBy(await entriesOfConsents(scope, ids), ({ consentId }) => consentId)
  const matters = Map.groupBy(await listMatterEntriesOfConsents(scope, ids), ({ consentId }) => consentId)
  const openOf = (id: string) => [
    ...questionsFrom(entries.get(id) ?? [])
      .filter(({ state }) => state === 'open')
      .map(({ partTitle: about, isBlocking }) => ({ about, isBlocking })),
    ...(unansweredMatters(matters.get(id) ?? []).length > 0
      ? [{ about: 'what matters to them', isBlocking: false }]
      : []),
  ]
  return new Map([...entries.keys(), ...matters.keys()].map((id) => [id, openOf(id)]))
}

/** What stands in other records than the consents' own: conversations, and when and to what the patient agreed. */
async function relatedRecordsOf(scope: StaffScope, ids: readonly string[]) {
  const talks = await scope.tx
    .select({ consentId: consentDiscussions.consentId, at: max(consentDiscussions.recordedAt) })
    .from(consentDiscussions)
    .where(
      and(
        eq(consentDiscussions.clinicId, scope.clinicId),
        inArray(consentDiscussions.consentId, [...ids]),
        inArray(consentDiscussions.understanding, ['explained-back', 'questions-answered']),
      ),
    )
    .groupBy(consentDiscussions.consentId)
  const agreements = await scope.tx
    .select({ consentId: consentEvents.consentId, at: max(consentEvents.at) })
    .from(consentEvents)
    .where(
      and(
        eq(consentEvents.clinicId, scope.clinicId),
        inArray(consentEvents.consentId, [...ids]),
        inArray(consentEvents.event, ['consent.signed', 'consent.verbal']),
      ),
    )
    .groupBy(consentEvents.consentId)
  const signed = await scope.tx
    .select({ consentId: signatures.consentId, declined: signatures.declined, at: signatures.at })
    .from(signatures)
    .where(and(eq(signatures.clinicId, scope.clinicId), inArray(signatures.consentId, [...ids])))
  return {
    openQuestions: await openQuestionsOf(scope, ids),
    understood: new Map(talks.map(({ consentId, at }) => [consentId, at!])),
    checked: Map.groupBy(await listCheckEntriesOfConsents(scope, ids), ({ consentId }) => consentId),
    // A paper was signed before it was taken in.
    agreedAt: new Map([
      ...agreements.map(({ consentId, at }) => [consentId, at!] as const),
      ...signed.map(({ consentId, at }) => [consentId, at] as const),
    ]),
    withdrawn: await withdrawnPositionsOf(scope, ids),
    declined: new Map(signed.map(({ consentId, declined }) => [consentId, declined])),
  }
}

/**
 * What decides about readiness of the consents with these ids and of all consents of these patients, the newest first:
 * a few queries for a whole day, however many appointments it has.
 */
export async function consentFactsOf(
  scope: StaffScope,
  { ids, patientIds }: { ids: readonly string[]; patientIds: readonly string[] },
): Promise<ConsentFacts[]> {
  if (ids.length + patientIds.length === 0) return []
  const rows = await scope.tx
    .select()
    .from(consents)
    .where(
      and(
        eq(consents.clinicId, scope.clinicId),
        or(inArray(consents.id, [...ids]), inArray(consents.patientId, [...patientIds])),
      ),
    )
    .orderBy(desc(consents.createdAt), desc(consents.id))
    .limit(consents_max)
  if (rows.length === 0) return []
  const found = rows.map(({ id }) => id)
  const items = await itemsOf(scope, found)
  const named = rows.flatMap((row) => currentTreatments(row, items.get(row.id) ?? []))
  const kinds = await kindsOf(
    scope,
    named.map(({ templateId }) => templateId),
  )
  const signatureMissing = await verbalConsentsToSign(scope, rows, items)
  const care = await relatedRecordsOf(scope, found)
  return rows.map((row) => factsOf(row, { items, kinds, signatureMissing, ...care }))
}
