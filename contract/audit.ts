import { z } from 'zod'
import { fileRoute, id, instant, invalidArgument, operation, typedText } from './kit.ts'
import { audit_page_max, audit_rows_exported_max } from './limits.ts'

/** Where a record was destroyed: what the log says of it stays, and this names why nothing else is found. */
const AuditGap = z.object({
  /** The number of the record that is gone. */
  record: id,
  /** The number of the certificate under which it was erased. */
  certificate: z.int(),
  erasedAt: instant,
  /** Consents that were erased with it, whose chains are kept as hashes. */
  consents: z.int(),
  /** What is kept is what the certificate says. */
  intact: z.boolean(),
})
export type AuditGap = z.infer<typeof AuditGap>

/** The log of what belongs to no practice: sign-ins of strangers, and what those who run the platform do. */
const platformLog = 'platform'

/** One entry of the audit log, whole. */
export const AuditRow = z.object({
  id,
  /** Null for what belongs to no practice. */
  clinicId: id.nullable(),
  at: instant,
  action: z.string(),
  /** The number of what it was done to. */
  subject: z.string().nullable(),
  /** Numbers and names of fields; never what was written about a patient. */
  details: z.record(z.string(), z.unknown()),
  userId: z.string().nullable(),
  userEmail: z.string().nullable(),
  userName: z.string().nullable(),
  userRole: z.string(),
  ip: z.string(),
  userAgent: z.string(),
  sessionId: z.string().nullable(),
  browser: z.string(),
  browserVersion: z.string(),
  platform: z.string(),
  language: z.string(),
  timezone: z.string(),
  requestId: z.string(),
  /** SHA-256 of all of it. */
  contentHash: z.string(),
})
export type AuditRow = z.infer<typeof AuditRow>

const optionalTypedText = (max: number) => typedText().min(1).max(max).optional()
/** What the log is searched by, all of it at once. */
const auditFilter = {
  /** An e-mail address, or a part of the name of somebody on the staff. */
  who: optionalTypedText(200),
  action: optionalTypedText(100),
  ip: optionalTypedText(60),
  sessionId: optionalTypedText(100),
  from: instant.optional(),
  /** Up to this moment, which is not in it. */
  until: instant.optional(),
}
const auditLogParams = { clinicId: z.union([z.literal(platformLog), id]).optional() }

const auditCursorPattern = /^(\d{4}-.+Z)_\d{1,15}$/
/**
 * A log stands in order of time, either way: what it is searched by is filtered by, since sorting by it would read the
 * whole log.
 */
const auditSorts = ['-at', 'at'] as const
export type AuditSort = (typeof auditSorts)[number]

/** Pages are told by the entry they begin after, so that a page deep in the log is as quick as the first. */
const auditCursorPaging = {
  sort: z.enum(auditSorts).default('-at'),
  after: z
    .string()
    .refine(
      (text) => instant.safeParse(auditCursorPattern.exec(text)?.[1]).success,
      'Begin at the first page again',
    )
    .optional(),
  pageSize: z.coerce.number().int().min(1).max(audit_page_max).default(50),
}
const AuditPage = z.object({
  rows: z.array(AuditRow),
  /** Where the next page begins; null on the last one. */
  next: z.string().nullable(),
})
export type AuditPage = z.infer<typeof AuditPage>

const ChainVerification = z.object({
  rows: z.int(),
  /** Rows written in the last moments that no seal covers yet. */
  unsealed: z.int(),
  seals: z.int(),
  intact: z.boolean(),
  /** Number of the first seal whose rows or link do not match, if any. */
  brokenSeal: z.int().nullable(),
  /** Records erased under a certificate, in the order of their certificates. */
  gaps: z.array(AuditGap),
})
export type ChainVerification = z.infer<typeof ChainVerification>

export const audit = {
  list: operation({
    method: 'GET',
    path: '/api/clinic/audit/rows',
    summary:
      "The clinic's audit log, the newest entry first unless sorted otherwise, searched by who, what, when and from where",
    access: 'clinic',
    needs: 'accessSettings',
    reads: 'replica',
    audit: null,
    input: z.object({ ...auditFilter, ...auditCursorPaging }),
    output: AuditPage,
    example: {},
  }),
  listForAdmin: operation({
    method: 'GET',
    path: '/api/admin/audit/rows',
    summary: 'The audit logs of all clinics and of the platform, or one of them, searched likewise',
    access: 'admin',
    reads: 'replica',
    audit: null,
    input: z.object({ ...auditLogParams, ...auditFilter, ...auditCursorPaging }),
    output: AuditPage,
    example: {},
  }),
  verifyForAdmin: operation({
    method: 'GET',
    path: '/api/admin/audit/verification',
    summary: 'Check that no row of the audit log of a clinic, or of the platform, was removed or altered',
    access: 'admin',
    reads: 'replica',
    audit: { done: 'audit.verified' },
    input: z.object({ clinicId: auditLogParams.clinicId.unwrap() }),
    output: ChainVerification,
    example: { clinicId: platformLog },
  }),
  verify: operation({
    method: 'GET',
    path: '/api/clinic/audit/verification',
    summary:
      "Check that no row of the clinic's audit log was removed or altered, and name the records that were destroyed",
    access: 'clinic',
    needs: 'accessSettings',
    reads: 'replica',
    audit: { done: 'audit.verified' },
    input: z.object({}),
    output: ChainVerification,
    example: {},
  }),
}

const maxExportedRows = audit_rows_exported_max.toLocaleString('en-GB')
const exportRefusals = {
  'nothing-to-export': {
    code: 'not-found',
    message: 'No entries match. Remove a filter.',
  },
  'too-many': invalidArgument(
    `More than ${maxExportedRows} entries match. Narrow the search, by dates for example, and export the parts.`,
  ),
} as const

export const auditFiles = {
  list: fileRoute({
    path: '/api/clinic/audit-rows.csv',
    summary: "Entries of the clinic's audit log that match a search, as a file for spreadsheets",
    access: 'clinic',
    needs: 'accessSettings',
    reads: 'replica',
    audit: { done: 'audit.exported' },
    params: z.object(auditFilter),
    refusals: exportRefusals,
    example: {},
  }),
  listForAdmin: fileRoute({
    path: '/api/admin/audit-rows.csv',
    summary: 'Entries of all audit logs, or of one, that match a search, as a file for spreadsheets',
    access: 'admin',
    reads: 'replica',
    audit: { done: 'audit.exported' },
    params: z.object({ ...auditLogParams, ...auditFilter }),
    refusals: exportRefusals,
    example: {},
  }),
}
