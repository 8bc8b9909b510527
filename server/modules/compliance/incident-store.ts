import { and, count, desc, eq, isNull } from 'drizzle-orm'
import type { IncidentSort } from '../../../contract/incidents.ts'
import { orderOfSort } from '../../platform/database/list-order.ts'
import type { Slice } from '../../platform/database/list-slice.ts'
import { openRow, openRows, sealChange, sealRow, type Opened } from '../../platform/database/sealed-column.ts'
import type { ClinicScope, StaffScope } from '../../platform/database/transaction.ts'
import { complianceIncidents } from './incident-schema.ts'

export type IncidentRow = Opened<typeof complianceIncidents.$inferSelect>

const own = (scope: StaffScope) => eq(complianceIncidents.clinicId, scope.clinicId)

export async function listIncidents(
  scope: StaffScope,
  {
    about,
    consentId,
    sort = '-day',
    slice,
  }: {
    about: 'all' | 'consent' | 'open'
    consentId?: string | undefined
    sort?: IncidentSort
    slice: Slice
  },
): Promise<{ rows: IncidentRow[]; total: number }> {
  const condition = and(
    own(scope),
    about === 'consent' ? eq(complianceIncidents.isAboutConsent, true) : undefined,
    about === 'open' ? isNull(complianceIncidents.closedAt) : undefined,
    consentId ? eq(complianceIncidents.consentId, consentId) : undefined,
  )
  const rows = await scope.tx
    .select()
    .from(complianceIncidents)
    .where(condition)
    .orderBy(...orderOfSort(sort, { day: [complianceIncidents.happenedOn, complianceIncidents.id] }))
    .limit(slice.limit)
    .offset(slice.offset)
  const [counted] = await scope.tx.select({ total: count() }).from(complianceIncidents).where(condition)
  return { rows: openRows(scope, complianceIncidents, rows), total: counted!.total }
}

/** What was about consent, ever: a practice has few of them. */
export async function consentIncidents(scope: StaffScope): Promise<IncidentRow[]> {
  const rows = await scope.tx
    .select()
    .from(complianceIncidents)
    .where(and(own(scope), eq(complianceIncidents.isAboutConsent, true)))
    .orderBy(desc(complianceIncidents.happenedOn))
  return openRows(scope, complianceIncidents, rows)
}

export async function findIncident(scope: StaffScope, id: string): Promise<IncidentRow | undefined> {
  const [found] = await scope.tx
    .select()
    .from(complianceIncidents)
    .where(and(own(scope), eq(complianceIncidents.id, id)))
  return found && openRow(scope, complianceIncidents, found)
}

type NewIncident = Pick<
  IncidentRow,
  'kind' | 'happenedOn' | 'summary' | 'isAboutConsent' | 'consentId' | 'candour' | 'learning' | 'shared'
>

export async function insertIncident(scope: ClinicScope, incident: NewIncident): Promise<IncidentRow> {
  const { clinicId, actor, now: at } = scope
  const [made] = await scope.tx
    .insert(complianceIncidents)
    .values(sealRow(scope, complianceIncidents, { ...incident, clinicId, recordedBy: actor.name, at }))
    .returning()
  return openRow(scope, complianceIncidents, made!)
}

/** Changes an incident that is not closed; undefined where it is. */
export async function changeIncident(
  scope: ClinicScope,
  id: string,
  change: Pick<IncidentRow, 'candour' | 'learning' | 'shared' | 'closedBy' | 'closedAt'>,
): Promise<IncidentRow | undefined> {
  const [changed] = await scope.tx
    .update(complianceIncidents)
    .set(sealChange(scope, complianceIncidents, { id, ...change }))
    .where(and(own(scope), eq(complianceIncidents.id, id), isNull(complianceIncidents.closedAt)))
    .returning()
  return changed && openRow(scope, complianceIncidents, changed)
}
