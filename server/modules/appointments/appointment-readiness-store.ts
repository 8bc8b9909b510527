import { and, asc, desc, eq, inArray, max, ne, or, sql, type SQL } from 'drizzle-orm'
import type { Ids } from '../../platform/database/id-set.ts'
import {
  preparedIds,
  preparedQuery,
  tenantPlaceholder,
  whereOwnIn,
} from '../../platform/database/prepared-query.ts'
import type { StaffScope } from '../../platform/database/transaction.ts'
import { reflectionEnd, withdrawnPositionsOf } from '../consents/index.ts'
import {
  consentDiscussions,
  consentEvents,
  consentItems,
  consents,
  type AskedQuestion,
} from '../consents/consent-schema.ts'
import { listMatterEntriesOfConsents, unansweredMatters } from '../matters/index.ts'
import { entriesOfConsents, questionsFrom } from '../questions/index.ts'
import { signatures } from '../signing/signing-schema.ts'
import { findTemplateVersions } from '../templates/index.ts'
import { templates, templateVersions } from '../templates/template-schema.ts'
import { listCheckEntriesOfConsents, checkPoints, type CheckEntry } from '../understanding/index.ts'
import { appointmentConsents } from './appointment-schema.ts'
import {
  matchedStatuses,
  type AgreedTreatment,
  type ConsentFacts,
  type OpenQuestion,
  type Planned,
} from './appointment-readiness-rules.ts'
import type { PlannedTreatment } from '../../../contract/appointments.ts'

/** More consents than a day's patients have. */
const consents_max = 5_000

type ConsentRow = Awaited<ReturnType<typeof consentsQuery>>[number]
type ItemRow = Awaited<ReturnType<typeof itemsQuery>>[number]
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

const kindsQuery = preparedQuery('template_kinds', (tx) => {
  const ofConsents = tx
    .select({ templateId: consentItems.templateId })
    .from(consentItems)
    .where(whereOwnIn(consentItems, consentItems.consentId, 'consentIds'))
  const changed = sql`(jsonb_array_elements(${consents.changedPlan} -> 'items') ->> 'templateId')::uuid`
  const ofChanges = tx
    .select({ templateId: changed })
    .from(consents)
    .where(whereOwnIn(consents, consents.id, 'consentIds'))
  return tx
    .select({ id: templates.id, name: templates.name, heading: templateVersions.heading })
    .from(templates)
    .innerJoin(templateVersions, eq(templateVersions.id, templates.currentVersionId))
    .where(
      or(
        sql`${templates.id} = any(${sql.placeholder('templateIds')}::uuid[])`,
        sql`${templates.id} = any(array(${ofConsents}))`,
        sql`${templates.id} = any(array(${ofChanges}))`,
      ),
    )
})

/** What these templates are about, and those that these consents were made of or that a change of their plan names; by their ids. */
async function kindsOf(
  scope: StaffScope,
  asked: { templateIds: Ids; consentIds: Ids },
): Promise<KindsByTemplate> {
  const rows = await kindsQuery(scope, asked)
  return new Map(rows.map(({ id, name, heading }) => [id, kindOf(name, heading)]))
}

/** Treatments as planned, with what their kind asks for. */
export const withKinds = (treatments: readonly PlannedTreatment[], kinds: KindsByTemplate): Planned[] =>
  treatments.map((treatment) => ({
    ...treatment,
    ...(kinds.get(treatment.templateId) ?? {
      title: 'A treatment no longer offered',
      isExtraction: false,
      isSedation: false,
    }),
  }))

/** What is agreed to now: as it was frozen, or as it was changed and confirmed since. */
function currentTreatments(consent: ConsentRow, items: readonly ItemRow[]): readonly PlannedTreatment[] {
  const { changedPlan, changes } = consent
  return changedPlan && changes.length === 0 ? changedPlan.items : items
}

const isVerbalToCheck = and(eq(consents.status, 'verbal'), ne(consents.kind, 'addendum'))
const verbalVersions = preparedIds('consents_verbal_versions', (tx) =>
  tx
    .select({ id: consentItems.templateVersionId })
    .from(consents)
    .innerJoin(
      consentItems,
      and(eq(consentItems.clinicId, consents.clinicId), eq(consentItems.consentId, consents.id)),
    )
    .where(and(whereOwnIn(consents, consents.id, 'consentIds'), isVerbalToCheck)),
)

/**
 * Consents given by word of mouth to what asks for a signature. A change while treatment is under way is agreed to by
 * word of mouth whatever it is.
 */
function verbalConsentsToSign(
  rows: readonly ConsentRow[],
  items: RelatedRecords['items'],
  versions: Awaited<ReturnType<typeof findTemplateVersions>>,
): Set<string> {
  const verbal = rows.filter(({ status, kind }) => status === 'verbal' && kind !== 'addendum')
  const toSign = verbal.filter(({ id }) =>
    (items.get(id) ?? []).some(
      ({ templateVersionId }) => versions.get(templateVersionId)?.advice.writtenConsent === 'required',
    ),
  )
  return new Set(toSign.map(({ id }) => id))
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
  const { id, reflectionHours, reflectionWaived } = consent
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
    reflectionWaived,
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
function understandingOf({ id, askedQuestions }: ConsentRow, { understood, checked }: RelatedRecords) {
  const check = askedQuestions?.length ? checkPoints(askedQuestions, checked.get(id) ?? []) : null
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

const itemsQuery = preparedQuery('consent_items', (tx) => {
  const { consentId, templateId, templateVersionId, teeth, area, pricePence, position } = consentItems
  return tx
    .select({ consentId, templateId, templateVersionId, teeth, area, pricePence })
    .from(consentItems)
    .where(whereOwnIn(consentItems, consentId, 'consentIds'))
    .orderBy(asc(position))
})

const itemsOf = async (scope: StaffScope, consentIds: Ids): Promise<Map<string, ItemRow[]>> =>
  Map.groupBy(await itemsQuery(scope, { consentIds }), ({ consentId }) => consentId)

/** What patients asked about these consents, or said that it matters to them, and nobody has answered; by consent. */
async function openQuestionsOf(scope: StaffScope, ids: Ids): Promise<Map<string, OpenQuestion[]>> {
  const [asked, stated] = await Promise.all([
    entriesOfConsents(scope, ids),
    listMatterEntriesOfConsents(scope, ids),
  ])
  const entries = Map.groupBy(asked, ({ consentId }) => consentId)
  const matters = Map.groupBy(stated, ({ consentId }) => consentId)
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

const understandingTalks = preparedQuery('consents_understood', (tx) =>
  tx
    .select({ consentId: consentDiscussions.consentId, at: max(consentDiscussions.recordedAt) })
    .from(consentDiscussions)
    .where(
      and(
        whereOwnIn(consentDiscussions, consentDiscussions.consentId, 'consentIds'),
        inArray(consentDiscussions.understanding, ['explained-back', 'questions-answered']),
      ),
    )
    .groupBy(consentDiscussions.consentId),
)
const agreementsQuery = preparedQuery('consents_agreed', (tx) =>
  tx
    .select({ consentId: consentEvents.consentId, at: max(consentEvents.at) })
    .from(consentEvents)
    .where(
      and(
        whereOwnIn(consentEvents, consentEvents.consentId, 'consentIds'),
        inArray(consentEvents.event, ['consent.signed', 'consent.verbal']),
      ),
    )
    .groupBy(consentEvents.consentId),
)
const signaturesQuery = preparedQuery('consents_signed', (tx) =>
  tx
    .select({ consentId: signatures.consentId, declined: signatures.declined, at: signatures.at })
    .from(signatures)
    .where(whereOwnIn(signatures, signatures.consentId, 'consentIds')),
)

/** What stands in other records than the consents' own: conversations, and when and to what the patient agreed. */
async function relatedRecordsOf(scope: StaffScope, consentIds: Ids) {
  // Asked together, they are sent together.
  const [talks, agreements, signed, openQuestions, checks, withdrawn] = await Promise.all([
    understandingTalks(scope, { consentIds }),
    agreementsQuery(scope, { consentIds }),
    signaturesQuery(scope, { consentIds }),
    openQuestionsOf(scope, consentIds),
    listCheckEntriesOfConsents(scope, consentIds),
    withdrawnPositionsOf(scope, consentIds),
  ])
  return {
    openQuestions,
    understood: new Map(talks.map(({ consentId, at }) => [consentId, at!])),
    checked: Map.groupBy(checks, ({ consentId }) => consentId),
    // A paper was signed before it was taken in.
    agreedAt: new Map([
      ...agreements.map(({ consentId, at }) => [consentId, at!] as const),
      ...signed.map(({ consentId, at }) => [consentId, at] as const),
    ]),
    withdrawn,
    declined: new Map(signed.map(({ consentId, declined }) => [consentId, declined])),
  }
}

/** The consents that were chosen for these appointments, and those of these patients that may fit one, the newest of them. */
export const concernedConsents = preparedIds('consents_concerned', (tx) =>
  tx
    .select({ id: consents.id })
    .from(consents)
    .where(
      and(
        eq(consents.clinicId, tenantPlaceholder),
        or(
          sql`${consents.id} = any(array(${tx
            .select({ consentId: appointmentConsents.consentId })
            .from(appointmentConsents)
            .where(whereOwnIn(appointmentConsents, appointmentConsents.appointmentId, 'appointmentIds'))}))`,
          and(
            sql`${consents.patientId} = any(${sql.placeholder('findingPatientIds')}::uuid[])`,
            inArray(consents.status, [...matchedStatuses]),
          ),
        ),
      ),
    )
    .orderBy(desc(consents.createdAt), desc(consents.id))
    .limit(consents_max),
)

/** Of a text that fills pages, a day needs the questions that were asked along with it. */
const askedQuestions =
  sql`coalesce(${consents.askedQuestions}, jsonb_path_query_array(${consents.content}, '$.understanding.questions[*]'))`.mapWith(
    consents.askedQuestions,
  ) as SQL as SQL<AskedQuestion[] | null>
const reflectionWaived = sql`coalesce(${consents.plan} ->> 'reflectionWaived', '')`.mapWith(
  consents.diagnosis,
) as SQL as SQL<string>

const consentsQuery = preparedQuery('consents_by_id', (tx) => {
  const { id, patientId, status, kind, treatment, teeth, reflectionHours, changedPlan, changes } = consents
  const { viewedAt, paperGivenAt, validUntil, reconfirmSince, confirmedAt, startedAt } = consents
  return tx
    .select({
      ...{ id, patientId, status, kind, treatment, teeth, reflectionHours, changedPlan, changes },
      ...{ viewedAt, paperGivenAt, validUntil, reconfirmSince, confirmedAt, startedAt },
      ...{ askedQuestions, reflectionWaived },
    })
    .from(consents)
    .where(whereOwnIn(consents, consents.id, 'consentIds'))
    .orderBy(desc(consents.createdAt), desc(consents.id))
})

/**
 * What decides about readiness of these consents, the newest first, and the kinds of their treatments and of these
 * templates: one statement for a whole day, however many appointments it has.
 */
export async function consentFactsOf(
  scope: StaffScope,
  consentIds: Ids,
  templateIds: Ids,
): Promise<{ known: ConsentFacts[]; kinds: KindsByTemplate }> {
  // Asked together, they are sent together.
  const [rows, items, kinds, care, versions] = await Promise.all([
    consentsQuery(scope, { consentIds }),
    itemsOf(scope, consentIds),
    kindsOf(scope, { templateIds, consentIds }),
    relatedRecordsOf(scope, consentIds),
    findTemplateVersions(scope, verbalVersions({ consentIds })),
  ])
  const signatureMissing = verbalConsentsToSign(rows, items, versions)
  return { known: rows.map((row) => factsOf(row, { items, kinds, signatureMissing, ...care })), kinds }
}
