import { clinicContactOf, timeZoneOf } from '../clinics/index.ts'
import { findPatient, patientName } from '../patients/index.ts'
import { openUnlessQuarantined } from './record-files.ts'
import { readPatient, type PatientTables } from './record-archive-store.ts'
import type { RecordExportDeps, Writing } from './record-writing.ts'
import { consentPage, indexPage, orderedTables, tablePage, type PackedFile } from './record-pages.ts'

/**
 * Everything kept of one patient: pages to read, the same as data, and every stored file. The rows are read in one
 * transaction, so that they belong together; files never change and are fetched after it.
 */
export async function writePack(deps: RecordExportDeps, writing: Writing): Promise<void> {
  const { archive, clinicId, file, tell } = writing
  const read = await deps.runJob(clinicId, async (scope) => {
    const patient = (await findPatient(scope, file.patientId!))!
    const { name: practice } = await clinicContactOf(scope)
    const madeAt = scope.now.toLocaleString('en-GB', {
      dateStyle: 'long',
      timeStyle: 'short',
      timeZone: await timeZoneOf(scope),
    })
    const tables = await readPatient(scope, patient.id)
    return { practice, patient: patientName(patient), madeAt, tables }
  })
  await tell(20)
  const tables = orderedTables(read.tables)
  for (const [name, rows] of tables) {
    await archive.addText(`pages/${name}.html`, tablePage(name, rows))
    await archive.addText(`data/${name}.json`, JSON.stringify(rows, null, 2))
  }
  const consents = await addConsentTexts(writing, read.tables)
  await tell(50)
  const documents = await addStoredFiles(deps, writing, read.tables)
  await archive.addText('index.html', indexPage({ ...read, tables, consents, documents }))
}

async function addConsentTexts({ archive }: Writing, tables: PatientTables): Promise<PackedFile[]> {
  const added: PackedFile[] = []
  for (const row of tables.get('consents') ?? []) {
    const text = consentPage(row)
    if (!text) continue
    const name = `consents/${String(row.id)}.html`
    await archive.addText(name, text)
    added.push({ name, title: (row.content as { title: string }).title })
  }
  return added
}

async function addStoredFiles(
  { files, storedFiles }: RecordExportDeps,
  { archive }: Writing,
  tables: PatientTables,
): Promise<PackedFile[]> {
  const added: PackedFile[] = []
  const stored = storedFiles.flatMap(({ table, fileOf }) => (tables.get(table) ?? []).map(fileOf))
  for (const found of stored) {
    if (!found) continue
    const stream = await openUnlessQuarantined({ files }, found)
    if (!stream) continue
    await archive.addBytes(found.name, stream)
    added.push({ name: found.name, title: found.title })
  }
  return added
}
