import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { files } from '../../../contract/index.ts'
import { audit_rows_exported_max } from '../../../contract/limits.ts'
import { csvHeader, csvLines } from '../../platform/csv/csv-writer.ts'
import type { AdminScope, ClinicScope, Tx } from '../../platform/database/transaction.ts'
import { handleFile } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { RunJob, RunPlatformJob } from '../../platform/jobs/job-runner.ts'
import type { AuditRow } from './audit-rules.ts'
import { countRows, searchRows, type AuditSearch } from './audit-search-store.ts'
import { resolveAuditSearch, type FindStaffEmails } from './audit-search-input.ts'
import { auditRowView } from './audit-view.ts'

/** Entries that are held at a time. */
const rows_per_page = 1000

const columns = [
  ['Time (UTC)', 'at'],
  ['Practice', 'clinicId'],
  ['Action', 'action'],
  ['Affected record', 'subject'],
  ['Details', 'details'],
  ['Person', 'userName'],
  ['E-mail', 'userEmail'],
  ['Account', 'userId'],
  ['Role', 'userRole'],
  ['Address', 'ip'],
  ['Session', 'sessionId'],
  ['Browser', 'browser'],
  ['Version', 'browserVersion'],
  ['System', 'platform'],
  ['Language', 'language'],
  ['Time zone', 'timezone'],
  ['User agent', 'userAgent'],
  ['Request', 'requestId'],
  ['Fingerprint', 'contentHash'],
  ['Entry', 'id'],
] as const

function csvLine(row: AuditRow): string[] {
  const view = auditRowView(row)
  return columns.map(([, name]) => {
    const value = view[name]
    return typeof value === 'object' ? JSON.stringify(value ?? '').replace(/^""$/, '') : value
  })
}

/** Runs a short transaction of its own for each page, so that whoever fetches slowly holds no connection. */
type RunPage = <T>(work: (scope: { tx: Tx }) => Promise<T>) => Promise<T>

async function* auditCsvLines(run: RunPage, search: AuditSearch) {
  yield csvHeader(columns.map(([title]) => title))
  for (let after: string | undefined, left = audit_rows_exported_max; left > 0;) {
    const slice = { sort: '-at' as const, after, limit: Math.min(rows_per_page, left) }
    const { rows, next } = await run(({ tx }) => searchRows(tx, search, slice))
    yield csvLines(rows.map(csvLine))
    left -= rows.length
    if (next === null) return
    after = next
  }
}

/** The entries that match as a file, or why there is none; what was written since the search stays out of it. */
async function buildAuditExport({ tx, now }: ClinicScope | AdminScope, found: AuditSearch, run: RunPage) {
  const search = { ...found, until: found.until ?? now.toISOString() }
  const rows = await countRows(tx, search, audit_rows_exported_max)
  if (rows === 0) return refuse('nothing-to-export')
  if (rows > audit_rows_exported_max) return refuse('too-many')
  const open = () => Promise.resolve({ stream: Readable.from(auditCsvLines(run, search)), bytes: null })
  const answer = { open, type: 'text/csv; charset=utf-8', name: 'audit-log.csv', etag: randomUUID() }
  return { answer, details: { rows } }
}

type Deps = { findStaffEmails: FindStaffEmails; runJob: RunJob; runPlatformJob: RunPlatformJob }

/** The log as a file; the log itself is told how many entries left it, and nothing of whose. */
export const auditExports = ({ findStaffEmails, runJob, runPlatformJob }: Deps) => [
  handleFile(files.audit.list, async (scope, asked) => {
    const { clinicId } = scope
    const search = { ...(await resolveAuditSearch(scope, asked, findStaffEmails)), clinicId }
    return buildAuditExport(scope, search, (work) => runJob(clinicId, work))
  }),
  handleFile(files.audit.listForAdmin, async (scope, asked) =>
    buildAuditExport(scope, await resolveAuditSearch(scope, asked, findStaffEmails), (work) =>
      runPlatformJob(work),
    ),
  ),
]
