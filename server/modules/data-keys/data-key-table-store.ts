import { and, eq, getTableColumns, getTableName, isNotNull, notExists, or, sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import { sealChange, sealedColumnsOf, SealedCell } from '../../platform/database/sealed-column.ts'
import type { SealerScope, SweepScope } from '../../platform/database/transaction.ts'
import { sealed_cell_prefix } from '../../platform/keys/cell-cipher.ts'
import { surveys, worries } from '../aftercare/aftercare-schema.ts'
import { authorityDecisions } from '../authority/authority-schema.ts'
import { capacityAssessments, capacityDecisions } from '../capacity/capacity-schema.ts'
import { clinics } from '../clinics/clinic-schema.ts'
import { complianceIncidents } from '../compliance/incident-schema.ts'
import { consentDiscussions, consentEvents, consents } from '../consents/consent-schema.ts'
import { openEvents, sealedDetails, sealEvent, type ChainEvent } from '../consents/index.ts'
import { historyEntries } from '../histories/history-schema.ts'
import { matterEntries } from '../matters/matter-schema.ts'
import { treatmentOutcomes } from '../outcomes/outcome-schema.ts'
import { patientNotes } from '../patients/patient-schema.ts'
import { questionEntries } from '../questions/question-schema.ts'
import { tasks } from '../tasks/task-schema.ts'
import { understandingEntries } from '../understanding/understanding-schema.ts'
import { dataKeys } from './data-key-schema.ts'

type SealedTable = PgTable & { clinicId: PgColumn; id: PgColumn }

/** Every table with encrypted columns. */
export const sealedTables: readonly SealedTable[] = [
  consents,
  historyEntries,
  capacityAssessments,
  capacityDecisions,
  authorityDecisions,
  questionEntries,
  matterEntries,
  understandingEntries,
  consentDiscussions,
  patientNotes,
  tasks,
  worries,
  surveys,
  treatmentOutcomes,
  complianceIncidents,
]

/** What figures count of a value, which is noted before nobody can count it any more. */
const countedOf = new Map<PgTable, SQL>([
  [consentDiscussions, sql`, note_length = coalesce(t.note_length, length(t.note))`],
  [
    capacityDecisions,
    sql`, was_consulted = coalesce(t.was_consulted, jsonb_path_exists(t.answers, '$.*.people[*]')
          or jsonb_path_exists(t.answers, '$.advocate.chosen[*]')
          or jsonb_path_exists(t.answers, '$.keyvalue() ? (@.key starts with "nobody" && @.value.text != "")'))`,
  ],
])

type PlainRow = Record<string, unknown> & { id: string }

/** The encrypted columns of a table by their names in the code, with their names and types in the database. */
function columnsIn(table: SealedTable): { key: string; name: string; type: string }[] {
  const sealed = sealedColumnsOf(table)
  return Object.entries(getTableColumns(table))
    .filter(([, { name }]) => sealed.includes(name))
    .map(([key, column]) => ({ key, name: column.name, type: column.getSQLType() }))
}

const isPlain = ({ name, type }: { name: string; type: string }): SQL =>
  type === 'jsonb'
    ? sql`coalesce(jsonb_typeof(${sql.identifier(name)}), 'null') not in ('string', 'null')`
    : sql`(${sql.identifier(name)} <> '' and not starts_with(${sql.identifier(name)}, ${sealed_cell_prefix}))`

/** Rows of a table behind that id that hold something as it was from before, held until the transaction ends. */
export async function lockPlainRows(
  { tx, clinicId }: SealerScope,
  table: SealedTable,
  { after, limit }: { after: string; limit: number },
): Promise<PlainRow[]> {
  const columns = columnsIn(table)
  const { rows } = await tx.execute<PlainRow>(
    sql`select ${sql.join([sql`id`, ...columns.map(({ name }) => sql.identifier(name))], sql`, `)}
        from ${table} where clinic_id = ${clinicId} and id > ${after}
          and (${sql.join(columns.map(isPlain), sql` or `)}) order by id limit ${limit} for update`,
  )
  return rows
}

const isStoredPlain = (value: unknown): boolean =>
  !(typeof value === 'string' && value.startsWith(sealed_cell_prefix))

/** A row's values as they are to be stored: encrypted where they are not. */
function sealedValues(scope: SealerScope, table: SealedTable, row: PlainRow): PlainRow {
  const sealed: PlainRow = { id: row.id }
  for (const { key, name } of columnsIn(table)) {
    const value = row[name]
    const change = isStoredPlain(value)
      ? (sealChange(scope, table, { id: row.id, [key]: value } as never) as Record<string, unknown>)[key]
      : value
    sealed[name] = change instanceof SealedCell ? change.stored : change
  }
  return sealed
}

/** Encrypts rows that are held. */
export async function sealPlainRows(
  scope: SealerScope,
  table: SealedTable,
  rows: readonly PlainRow[],
): Promise<void> {
  const columns = columnsIn(table)
  const name = (column: string) => sql.identifier(column)
  const values = JSON.stringify(rows.map((row) => sealedValues(scope, table, row)))
  const changes = columns.map((column) => sql`${name(column.name)} = given.${name(column.name)}`)
  const given = [sql`id uuid`, ...columns.map((column) => sql`${name(column.name)} ${sql.raw(column.type)}`)]
  await scope.tx.execute(
    sql`update ${name(getTableName(table))} t set ${sql.join(changes, sql`, `)}${countedOf.get(table) ?? sql``}
        from jsonb_to_recordset(${values}::jsonb) as given (${sql.join(given, sql`, `)})
        where t.clinic_id = ${scope.clinicId} and t.id = given.id`,
  )
}

type EventPlace = Pick<ChainEvent, 'consentId' | 'number'>
type PlainEvent = Pick<ChainEvent, 'consentId' | 'number' | 'details'>

/** Events behind that one whose details hold words as they were from before, held until the transaction ends. */
export async function lockPlainEvents(
  { tx, clinicId }: SealerScope,
  { after, limit }: { after: EventPlace; limit: number },
): Promise<PlainEvent[]> {
  const plain = sealedDetails.map(
    (name) =>
      sql`(details ->> ${name} <> '' and not starts_with(details ->> ${name}, ${sealed_cell_prefix}))`,
  )
  const { rows } = await tx.execute<PlainEvent>(
    sql`select consent_id as "consentId", number, details from ${consentEvents}
        where clinic_id = ${clinicId} and (consent_id, number) > (${after.consentId}::uuid, ${after.number}::int)
          and (${sql.join(plain, sql` or `)}) order by consent_id, number limit ${limit} for update`,
  )
  return rows
}

/** Encrypts words in the details of events that are held; their hashes are of what was said, and stay. */
export async function sealPlainEvents(scope: SealerScope, events: readonly PlainEvent[]): Promise<void> {
  const opened = openEvents(scope, events as ChainEvent[])
  const values = opened.map((event) => sealEvent(scope, event))
  await scope.tx.execute(
    sql`update ${sql.identifier(getTableName(consentEvents))} e set details = given.details
        from jsonb_to_recordset(${JSON.stringify(values)}::jsonb)
          as given ("consentId" uuid, number int, details jsonb)
        where e.clinic_id = ${scope.clinicId} and (e.consent_id, e.number) = (given."consentId", given.number)`,
  )
}

/** Says that every encrypted column of a practice was looked through. */
export async function recordColumnCheck(client: pg.ClientBase, clinicId: string, now: Date): Promise<void> {
  await client.query(
    'update data_keys set columns_checked_at = $2 where clinic_id = $1 and destroyed_at is null',
    [clinicId, now],
  )
}

/** Practices whose columns were never looked through. */
export function findPlainClinics(scope: SweepScope, limit: number): Promise<{ clinicId: string }[]> {
  const done = scope.tx
    .select({ one: sql`1` })
    .from(dataKeys)
    .where(
      and(
        eq(dataKeys.clinicId, clinics.id),
        or(isNotNull(dataKeys.destroyedAt), isNotNull(dataKeys.columnsCheckedAt)),
      ),
    )
  return scope.tx
    .select({ clinicId: clinics.id })
    .from(clinics)
    .where(notExists(done))
    .orderBy(clinics.id)
    .limit(limit)
}
