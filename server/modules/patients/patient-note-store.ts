import { and, desc, eq, gt, inArray } from 'drizzle-orm'
import { openRow, openRows, sealRow, type Opened } from '../../platform/database/sealed-column.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import type { PatientRecordMerge } from './patient-merge-rules.ts'
import { patientNotes } from './patient-schema.ts'

export type NoteRow = Opened<typeof patientNotes.$inferSelect>

const ofPatient = (scope: ClinicScope, patientId: string) =>
  and(eq(patientNotes.clinicId, scope.clinicId), eq(patientNotes.patientId, patientId))

/** The notes about a patient, newest first. */
export async function notesOf(scope: ClinicScope, patientId: string): Promise<NoteRow[]> {
  const rows = await scope.tx
    .select()
    .from(patientNotes)
    .where(ofPatient(scope, patientId))
    .orderBy(desc(patientNotes.at), desc(patientNotes.id))
  return openRows(scope, patientNotes, rows)
}

/** Whether a note is one about this patient. */
export async function isNoteOf(scope: ClinicScope, patientId: string, noteId: string): Promise<boolean> {
  const [found] = await scope.tx
    .select({ id: patientNotes.id })
    .from(patientNotes)
    .where(and(ofPatient(scope, patientId), eq(patientNotes.id, noteId)))
  return found !== undefined
}

/** Writes a note down, under the name of whoever is signed in. */
export async function insertNote(
  scope: ClinicScope,
  note: Pick<NoteRow, 'patientId' | 'text' | 'corrects'>,
): Promise<NoteRow> {
  const { clinicId, staffId: byStaffId, actor, now: at } = scope
  const [made] = await scope.tx
    .insert(patientNotes)
    .values(sealRow(scope, patientNotes, { ...note, clinicId, byStaffId, byName: actor.name, at }))
    .returning()
  return openRow(scope, patientNotes, made!)
}

/** Notes go with the record they are about; their words stay as they are. */
export const noteMergePart: PatientRecordMerge = {
  name: 'notes',
  async move(scope, { fromId, toId, ids }) {
    const which = and(ofPatient(scope, fromId), ids ? inArray(patientNotes.id, ids) : undefined)
    const moved = await scope.tx
      .update(patientNotes)
      .set({ patientId: toId })
      .where(which)
      .returning({ id: patientNotes.id })
    return moved.map(({ id }) => id)
  },
  async hasChanged(scope, patientId, since) {
    const newer = and(ofPatient(scope, patientId), gt(patientNotes.at, since))
    const [found] = await scope.tx.select({ id: patientNotes.id }).from(patientNotes).where(newer).limit(1)
    return found !== undefined
  },
}
