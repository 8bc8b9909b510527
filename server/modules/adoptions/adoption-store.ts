import { and, desc, eq, inArray, sql, type Placeholder, type SQL } from 'drizzle-orm'
import type { AdoptionState } from '../../../contract/adoptions.ts'
import { distinctIds, type Ids } from '../../platform/database/id-set.ts'
import { preparedQuery, tenantPlaceholder } from '../../platform/database/prepared-query.ts'
import type { ClinicScope, Tx } from '../../platform/database/transaction.ts'
import { visibleTo } from '../templates/index.ts'
import { templates, templateVersions } from '../templates/template-schema.ts'
import type { Adopter, WordingStatus } from './adoption-rules.ts'
import { templateAdoptions } from './adoption-schema.ts'

/** What was last done about each template, with the version it was done to. */
function newestAdoptions(tx: Tx, clinicId: string | Placeholder) {
  const { templateId, id, kind, byName, gdcNumber, at, versionId } = templateAdoptions
  return tx
    .selectDistinctOn([templateId], {
      templateId,
      kind,
      byName,
      gdcNumber,
      at,
      number: sql<number>`${templateVersions.number}`.as('adopted_number'),
      label: sql<string>`${templateVersions.label}`.as('adopted_label'),
      adoptedId: sql<string>`${versionId}`.as('adopted_id'),
    })
    .from(templateAdoptions)
    .innerJoin(templateVersions, eq(templateVersions.id, versionId))
    .where(eq(templateAdoptions.clinicId, clinicId))
    .orderBy(templateId, desc(at), desc(id))
    .as('newest')
}

/**
 * How the practice stands to the version that the query joins. Whatever material change lies between it and the adopted
 * one makes it another text, also one that was only on offer: nobody can tell what was taken over from it.
 */
const adoptionStateSql = (newest: ReturnType<typeof newestAdoptions>) =>
  sql<AdoptionState>`case
  when ${templates.ownerClinicId} is not null then 'own'
  when ${newest.kind} is distinct from 'adopted' then 'none'
  when exists (
    select 1 from ${templateVersions} other
    where other.template_id = ${templates.id} and other.change = 'material'
      and other.number > least(${newest.number}, ${templateVersions.number})
      and other.number <= greatest(${newest.number}, ${templateVersions.number})) then 'outdated'
  else 'adopted' end`.mapWith(templates.name) as SQL<AdoptionState>

const adoptionStatusColumns = (newest: ReturnType<typeof newestAdoptions>) => ({
  state: adoptionStateSql(newest).as('state'),
  byName: newest.byName,
  gdcNumber: newest.gdcNumber,
  at: newest.at,
  adoptedVersion: sql<string | null>`${newest.label}`.mapWith(templateVersions.label).as('adopted_version'),
})

/** Every template that consents can be made of now, with its current version and how the practice stands to it. */
export function templatesInUse(scope: ClinicScope) {
  const newest = newestAdoptions(scope.tx, scope.clinicId)
  return scope.tx
    .select({
      templateId: sql<string>`${templates.id}`.as('in_use_id'),
      name: templates.name,
      description: templates.description,
      treatmentType: templates.treatmentType,
      treatmentSubtype: templates.treatmentSubtype,
      reviewDue: templates.reviewDue,
      versionId: templates.currentVersionId,
      version: templateVersions.label,
      words: templateVersions.words,
      readingGrade: templateVersions.readingGrade,
      ...adoptionStatusColumns(newest),
    })
    .from(templates)
    .innerJoin(templateVersions, eq(templateVersions.id, templates.currentVersionId))
    .leftJoin(newest, eq(newest.templateId, templates.id))
    .where(and(visibleTo(scope), eq(templates.status, 'active')))
    .as('in_use')
}

const statusesQuery = preparedQuery('wording_statuses', (tx) => {
  const newest = newestAdoptions(tx, tenantPlaceholder)
  return tx
    .select({
      versionId: templateVersions.id,
      ...adoptionStatusColumns(newest),
      savedByName: templateVersions.createdByName,
      savedAt: templateVersions.createdAt,
    })
    .from(templateVersions)
    .innerJoin(templates, eq(templates.id, templateVersions.templateId))
    .leftJoin(newest, eq(newest.templateId, templates.id))
    .where(sql`${templateVersions.id} = any(${sql.placeholder('versionIds')}::uuid[])`)
})

/** How the practice stands to these versions, and who saved them, by their ids. */
export async function findWordingStatuses(
  scope: ClinicScope,
  versionIds: Ids,
): Promise<Map<string, WordingStatus>> {
  const found = await statusesQuery(scope, { versionIds: distinctIds(versionIds) })
  return new Map(found.map(({ versionId, ...status }) => [versionId, status]))
}

type AdoptableFilter = { templateIds?: string[] | undefined; treatmentType?: string | undefined }
export type Adoptable = { templateId: string; versionId: string }

/** Which of these the practice has not adopted as they stand now; its own and those out of use are none of them. */
export function findAdoptable(
  scope: ClinicScope,
  { templateIds, treatmentType }: AdoptableFilter,
): Promise<Adoptable[]> {
  const inUse = templatesInUse(scope)
  return scope.tx
    .select({ templateId: inUse.templateId, versionId: inUse.versionId })
    .from(inUse)
    .where(
      and(
        inArray(inUse.state, ['none', 'outdated']),
        templateIds ? inArray(inUse.templateId, templateIds) : eq(inUse.treatmentType, treatmentType ?? ''),
      ),
    )
}

/** Adopts these versions for the practice, in the name of the caller. */
export async function insertAdoptions(
  { tx, clinicId, staffId: byStaffId, now: at }: ClinicScope,
  adopted: Adoptable[],
  { name: byName, gdcNumber }: Adopter,
): Promise<void> {
  const by = { clinicId, byStaffId, byName, gdcNumber, at }
  await tx
    .insert(templateAdoptions)
    .values(adopted.map((one) => ({ ...one, ...by, kind: 'adopted' as const })))
}

/** Withdraws the adoption of a template; false when there is none to withdraw. */
export async function insertWithdrawal(
  scope: ClinicScope,
  templateId: string,
  { reason, gdcNumber }: { reason: string; gdcNumber: string | null },
): Promise<boolean> {
  const { tx, clinicId, staffId: byStaffId, actor, now: at } = scope
  const newest = newestAdoptions(scope.tx, scope.clinicId)
  const [found] = await tx
    .select({ kind: newest.kind, versionId: newest.adoptedId })
    .from(newest)
    .where(eq(newest.templateId, templateId))
  if (found?.kind !== 'adopted') return false
  await tx.insert(templateAdoptions).values({
    ...{ clinicId, templateId, versionId: found.versionId, kind: 'withdrawn', byStaffId },
    ...{ byName: actor.name, gdcNumber, reason, at },
  })
  return true
}
