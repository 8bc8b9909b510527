import { dateInTimeZone } from '../../../contract/calendar-day.ts'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import { contract, files as fileRoutes } from '../../../contract/index.ts'
import { TemplateFile, type ImportReport } from '../../../contract/template-files.ts'
import { handle, handleFile, type HandlerResult, type FileResponse } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { TemplateSide } from '../templates/index.ts'
import { exportTemplates, buildJsonFile, buildMarkdownArchive } from './template-export.ts'
import { readTemplateFile, type ImportedFile } from './template-file-parser.ts'
import { templateKeyOf, templates_at_once_max } from './template-file-rules.ts'
import { listOwnTemplates, findTemplatesToExport, runAndRollBack } from './template-file-store.ts'
import { importTemplate, type Existing } from './template-import.ts'

type Import = { files: ImportedFile[]; existing: Existing; isTrial: boolean }
type Row = ImportReport['rows'][number]

async function importFiles(scope: TemplateSide, { files, existing, isTrial }: Import) {
  const rows = isTrial
    ? await runAndRollBack(scope, () => importRows({ ...scope, enqueue: () => {} }, files, existing))
    : await importRows(scope, files, existing)
  if (rows.length === 0) return refuse('nothing-to-import')
  const counts = countsOf(rows)
  const answer = { rows: isTrial ? rows.map(asPreviewRow) : rows, counts, isTrial }
  const written = rows.filter(({ isWritten }) => isWritten)
  if (isTrial) return { answer, as: 'nothing' } as const
  return { answer, details: { ...counts, templateIds: written.map(({ templateId }) => templateId) } }
}

/** What was made for a trial is not there any more. */
const asPreviewRow = (row: Row): Row => (row.outcome === 'created' ? { ...row, templateId: null } : row)

async function importRows(scope: TemplateSide, files: ImportedFile[], existing: Existing): Promise<Row[]> {
  const own = Map.groupBy(await listOwnTemplates(scope), ({ version }) => templateKeyOf(version.heading))
  const standing = { own, taken: new Set<string>() }
  const rows: Row[] = []
  for (const file of files) {
    for (const candidate of readTemplateFile(file)) {
      rows.push(
        rows.length < templates_at_once_max
          ? await importTemplate(scope, candidate, { standing, existing })
          : tooManyRow(candidate.file),
      )
      if (rows.length > templates_at_once_max) return rows
      // Between two templates others get their turn.
      await setImmediate()
    }
  }
  return rows
}

const tooManyRow = (file: string): Row => ({
  ...{ file, name: '', outcome: 'refused', templateId: null, isWritten: false },
  remarks: [
    `At most ${templates_at_once_max} templates can be imported at once. The rest were not imported.`,
  ],
})

function countsOf(rows: readonly Row[]): ImportReport['counts'] {
  const counts = { created: 0, 'new version': 0, unchanged: 0, kept: 0, refused: 0 }
  for (const { outcome } of rows) counts[outcome]++
  return counts
}

function fileResponse(bytes: Buffer, { type, name }: { type: string; name: string }): FileResponse {
  const open = () => Promise.resolve({ stream: Readable.from(bytes), bytes: bytes.length })
  return { open, type, name, etag: createHash('sha256').update(bytes).digest('hex') }
}

type ExportRequest = { format: 'json' | 'markdown'; templateIds?: string | undefined }

async function exportFiles(scope: TemplateSide, { format, templateIds }: ExportRequest) {
  const ids = templateIds?.split(',') ?? null
  const found = await findTemplatesToExport(scope, ids)
  if (ids && found.length < new Set(ids).size) return refuse('not-found')
  if (found.length === 0) return refuse('nothing-to-export')
  const templates = await exportTemplates(scope, found)
  const bytes =
    format === 'json' ? buildJsonFile(templates, scope.now) : await buildMarkdownArchive(templates, scope.now)
  const begin = `candour-templates-${dateInTimeZone(scope.now)}`
  const answer =
    format === 'json'
      ? fileResponse(bytes, { type: 'application/json; charset=utf-8', name: `${begin}.json` })
      : fileResponse(bytes, { type: 'application/zip', name: `${begin}.zip` })
  const details = {
    format,
    templates: found.length,
    ...(ids && { templateIds: found.map(({ template }) => template.id) }),
  }
  return { answer, details } satisfies HandlerResult<FileResponse>
}

/** What a file of templates may hold, for whoever writes one elsewhere. */
const schemaFile = Buffer.from(
  `${JSON.stringify({ title: 'Consent templates', ...z.toJSONSchema(TemplateFile, { io: 'input' }) }, null, 2)}\n`,
)

/** The endpoints that answer with files of templates. */
export const templateFileEndpoints = [
  handleFile(fileRoutes.templateFiles.forClinic, exportFiles),
  handleFile(fileRoutes.templateFiles.forAdmin, exportFiles),
  handleFile(fileRoutes.templateFiles.schema, () =>
    Promise.resolve({
      answer: fileResponse(schemaFile, {
        type: 'application/schema+json; charset=utf-8',
        name: 'template-file.schema.json',
      }),
    }),
  ),
]

/** Taking templates in: a clinic its own. */
export const templateFileHandlers = { import: handle(contract.templateFiles.import, importFiles) }

/** The same of super administrators: the platform's. */
export const adminTemplateFileHandlers = { import: handle(contract.adminTemplateFiles.import, importFiles) }
