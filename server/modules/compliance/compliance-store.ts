import { and, desc, eq } from 'drizzle-orm'
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
