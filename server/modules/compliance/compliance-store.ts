import { and, desc, eq, sql } from 'drizzle-orm'
import type { ClinicScope, StaffScope } from '../../platform/database/transaction.ts'
import { complianceNotes } from './compliance-schema.ts'

export type NoteRow = typeof complianceNotes.$inferSelect

const notes_listed_max = 100

/** The notes about an item, the newest first. */
export const notesOf = (scope: StaffScope, item: string): Promise<NoteRow[]> =>
  scope.tx
    .select()
    .from(complianceNotes)
    .where(and(eq(complianceNotes.clinicId, scope.clinicId), eq(complianceNotes.item, item)))
    .orderBy(desc(complianceNotes.at), desc(complianceNotes.id))
    .limit(notes_listed_max)

export async function insertNote(scope: ClinicScope, item: string, text: string): Promise<string> {
  const { clinicId, staffId, actor, now: at } = scope
  const [made] = await scope.tx
    .insert(complianceNotes)
    .values({ clinicId, item, text, staffId, byName: actor.name, at })
    .returning({ id: complianceNotes.id })
  return made!.id
}

/** Who of the practice signs in with a second step. */
export async function secondFactorHolders({ tx }: StaffScope): Promise<ReadonlySet<string>> {
  const { rows } = await tx.execute<{ id: string }>(sql`select own_second_factor_holders() as id`)
  return new Set(rows.map(({ id }) => id))
}
