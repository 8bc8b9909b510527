import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import shipped from '../../../build/content/page.processing-record.json' with { type: 'json' }
import {
  dataProtection,
  processingFiles,
  type ProcessingRecord,
  type SubProcessor,
} from '../../../contract/data-protection.ts'
import { processing_entries_max } from '../../../contract/limits.ts'
import { csvFile } from '../../platform/csv/csv-writer.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { handle, handleFile } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { TypesettingError } from '../../platform/pdf/typesetter.ts'
import { clinicContactOf } from '../clinics/index.ts'
import type { ProcessingDocument } from '../documents/index.ts'
import { mergeProcessingEntries, processingColumns } from './processing-rules.ts'
import {
  deleteOwnEntry,
  insertOwnEntry,
  listProcessingEntries,
  restoreShippedEntry,
  saveShippedEntry,
  updateOwnEntry,
  type ProcessingText,
} from './processing-store.ts'

type ProcessingDeps = {
  subProcessors: SubProcessor[]
  renderPdf: (document: ProcessingDocument, now: Date) => Promise<Uint8Array>
}

const findShippedEntry = (key: string | null) => shipped.entries.find((entry) => entry.key === key)
const isId = (key: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(key)

/** Keeps an entry; false where there is none of that name. */
async function saveEntry(scope: ClinicScope, key: string | null, entry: ProcessingText): Promise<boolean> {
  if (key === null) await insertOwnEntry(scope, entry)
  else if (findShippedEntry(key)) await saveShippedEntry(scope, key, { ...entry, isLeftOut: false })
  else return isId(key) && updateOwnEntry(scope, key, entry)
  return true
}

/** Leaves an entry out, or brings it back as it came; false where there is none such. */
async function removeOrRestoreEntry(scope: ClinicScope, key: string, restore: boolean): Promise<boolean> {
  const entry = findShippedEntry(key)
  if (!entry) return !restore && isId(key) && deleteOwnEntry(scope, key)
  if (restore) return restoreShippedEntry(scope, key)
  const { key: _key, ...said } = entry
  await saveShippedEntry(scope, key, { ...said, isLeftOut: true })
  return true
}

/** The operations about the processing record of `contract/data-protection.ts`, and its files. */
export function processingEndpoints({ subProcessors, renderPdf }: ProcessingDeps) {
  const recordOf = async (scope: ClinicScope): Promise<ProcessingRecord> => ({
    ...mergeProcessingEntries(shipped.entries, await listProcessingEntries(scope)),
    subProcessors,
  })
  const fileOf = (bytes: Buffer, type: string, ending: string) => ({
    open: () => Promise.resolve({ stream: Readable.from(bytes), bytes: bytes.length }),
    ...{ type, name: `processing-record.${ending}` },
    etag: createHash('sha256').update(bytes).digest('hex'),
  })

  const handlers = {
    processing: handle(dataProtection.processing, async (scope) => ({ answer: await recordOf(scope) })),

    saveProcessing: handle(dataProtection.saveProcessing, async (scope, { key, ...said }) => {
      if (key === null && (await listProcessingEntries(scope)).length >= processing_entries_max)
        return refuse('too-many')
      const before = await recordOf(scope)
      if (!(await saveEntry(scope, key, said))) return refuse('not-found')
      return { answer: await recordOf(scope), subject: scope.clinicId, details: { key, ...said }, before }
    }),

    removeProcessing: handle(dataProtection.removeProcessing, async (scope, { key, restore }) => {
      if (!(await removeOrRestoreEntry(scope, key, restore))) return refuse('not-found')
      return { answer: await recordOf(scope), subject: scope.clinicId, details: { key, restore } }
    }),
  }

  const files = [
    handleFile(processingFiles.csv, async (scope) => {
      const { entries } = await recordOf(scope)
      const bytes = csvFile(
        processingColumns.map(([, title]) => title),
        entries.map((entry) => processingColumns.map(([column]) => entry[column])),
      )
      return { answer: fileOf(bytes, 'text/csv; charset=utf-8', 'csv'), details: { rows: entries.length } }
    }),

    handleFile(processingFiles.pdf, async (scope) => {
      const { entries } = await recordOf(scope)
      const { name } = await clinicContactOf(scope)
      const document = {
        practice: name,
        entries: entries.map(({ purpose, ...entry }) => ({
          title: purpose,
          facts: processingColumns.slice(1).map(([column, title]) => ({
            title,
            text: (entry as Record<string, unknown>)[column] as string,
          })),
        })),
        services: subProcessors,
      }
      try {
        const bytes = Buffer.from(await renderPdf(document, scope.now))
        return { answer: fileOf(bytes, 'application/pdf', 'pdf'), details: { rows: entries.length } }
      } catch (error) {
        if (error instanceof TypesettingError) return refuse('cannot-draw')
        throw error
      }
    }),
  ]
  return { handlers, files }
}
