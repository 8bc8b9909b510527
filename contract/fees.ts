import { z } from 'zod'
import { chargeBands, feeUnits } from './charges.ts'
import { ChargeBand, Pence } from './consent-plan.ts'
import { csvRefusals } from './csv-files.ts'
import { encodedFile, maxBase64Length } from './encoded-files.ts'
import {
  aborted,
  id,
  invalidArgument,
  isoDate,
  notFound,
  operation,
  paginated,
  paging,
  searchText,
} from './kit.ts'
import { fees_file_bytes_max, fees_imported_max } from './limits.ts'
import { nations } from './retention-rules.ts'

/** What a treatment costs: a private fee, an NHS band, or both. */
const FeeQuote = z.object({
  pricePence: Pence.nullable(),
  /** What the private fee is charged for. */
  unit: z.enum(feeUnits),
  band: ChargeBand.nullable(),
})

/** The same on one day, with what the NHS charges for the band in the practice's nation; null where that is not known. */
export const FeeOfDay = FeeQuote.extend({ bandPence: z.int().nullable(), isFromGroup: z.boolean() })

const Fee = FeeQuote.extend({
  id,
  /** The first day on which it applies. */
  effectiveFrom: isoDate,
  /** The group of practices from whose list it comes; null for the list's own. */
  group: z.string().nullable(),
})
export type Fee = z.infer<typeof Fee>

/** A treatment of the fee list: what it costs today, and the next changes. */
export const FeeRow = z.object({
  templateId: id,
  name: z.string(),
  treatmentType: z.string(),
  current: Fee.nullable(),
  /** Whose ever it is, what applies next in place of today's. */
  coming: Fee.nullable(),
  /** The list's own next change, also where the group's comes before it. */
  ownComing: Fee.nullable(),
  /** The group's fee of today in whose place the practice's own stands; null without one. */
  overridden: Fee.nullable(),
})
export type FeeRow = z.infer<typeof FeeRow>

/**
 * What the fee list is sorted by; a minus turns it round. `set` has those with a fee first. What has no price, or no
 * fee of today, comes last.
 */
const feeSorts = ['set', 'name', '-name', 'price', '-price', 'from', '-from'] as const
export type FeeSort = (typeof feeSorts)[number]

const importOutcomes = ['new', 'changed', 'unchanged', 'unusable'] as const

/** One row of a file of fees, and what becomes of it. */
const FeeImportRow = z.object({
  /** As spreadsheets count. */
  number: z.int(),
  /** As the file has it. */
  treatment: z.string(),
  /** Null where a part of it cannot be read. */
  fee: FeeQuote.extend({ effectiveFrom: isoDate }).nullable(),
  outcome: z.enum(importOutcomes),
  /** Why it cannot be used; each a sentence. */
  problems: z.array(z.string()),
})
export type FeeImportRow = z.infer<typeof FeeImportRow>

export const FeeImport = z.object({
  rows: z.array(FeeImportRow),
  counts: z.record(z.enum(importOutcomes), z.int()),
  /** Nothing was written. */
  isTrial: z.boolean(),
})

export type FeeImportReport = z.infer<typeof FeeImport>

/** What the NHS charges patients in a nation. */
const NhsCharges = z.object({
  nation: z.enum(nations),
  /** How it is charged, in a sentence or two. */
  rule: z.string(),
  /** Empty where the NHS does not charge by bands. */
  bands: z.array(z.object({ band: z.enum(chargeBands), pricePence: z.int() })),
  /** The most that one course of treatment costs; null where nothing limits it but its band. */
  maximumPence: z.int().nullable(),
  /** The day from which it applies; null where the source names none. */
  from: isoDate.nullable(),
  sources: z.array(z.object({ title: z.string(), url: z.string() })),
  /** The day on which it was last compared with its sources. */
  checkedOn: isoDate,
  /** It is from before the present tax year, which begins on 1 April for charges of the NHS. */
  isOutdated: z.boolean(),
})
export type NhsCharges = z.infer<typeof NhsCharges>

const readPermissions = { anyOf: ['createConsents', 'accessSettings'] } as const

/** A search for a fee list; it looks at name and treatment type, whatever the case. */
export const FeeListQuery = z.object({
  ...paging,
  search: searchText(120),
  sort: z.enum(feeSorts).default('set'),
})
export type FeeListQuery = z.infer<typeof FeeListQuery>

/** A fee as it is set. */
export const FeeSetting = FeeQuote.extend({
  templateId: id,
  unit: z.enum(feeUnits).default('treatment'),
  band: ChargeBand.nullable().refine((band) => band !== 'private', {
    error: 'Choose an NHS band, or none for a private fee',
  }),
  effectiveFrom: isoDate,
}).refine(({ pricePence, band }) => pricePence !== null || band !== null, {
  error: 'Enter a private fee, or choose an NHS band',
  path: ['pricePence'],
})

export const feeSaveRefusals = {
  'not-found': notFound('Template'),
  superseded: aborted('A fee from a later day already applies. Choose that day or a later one.'),
}
export const feeMissing = { 'not-found': notFound('Fee') }

export const fee_import_bytes_max = maxBase64Length(fees_file_bytes_max) + 1024

export const FeeFile = z.object({
  /** The bytes of the file: only the server can tell how its text is encoded. */
  content: encodedFile(fees_file_bytes_max).min(1, 'Choose a file that is not empty'),
  isTrial: z.boolean(),
})

export const feeImportRefusals = {
  ...csvRefusals,
  'too-many-rows': invalidArgument(
    `This file has more than ${fees_imported_max.toLocaleString('en-GB')} rows. Split it and import the parts.`,
  ),
  'columns-missing': invalidArgument(
    'The first row must name the columns: Treatment, and Fee or NHS band. Unit and From are optional.',
  ),
}

export const fees = {
  list: operation({
    method: 'GET',
    path: '/api/clinic/fees',
    summary:
      'The fee list: every treatment in use with its fee of today and the next change, those with a fee first unless sorted otherwise',
    access: 'clinic',
    needs: readPermissions,
    audit: null,
    input: FeeListQuery,
    output: paginated(FeeRow),
    example: { search: 'crown' },
  }),
  save: operation({
    method: 'PUT',
    path: '/api/clinic/templates/{templateId}/fee',
    summary: 'Set the fee of a treatment from a day on; what applied before stays on record',
    access: 'clinic',
    needs: 'accessSettings',
    audit: { done: 'fee.saved' },
    input: FeeSetting,
    output: FeeRow,
    refusals: feeSaveRefusals,
    example: { templateId: ':templateId', pricePence: 45_000, band: null, effectiveFrom: '2026-01-05' },
  }),
  remove: operation({
    method: 'DELETE',
    path: '/api/clinic/fees/{feeId}',
    summary: 'End a fee of today with the changes that were to come, or cancel one change to come',
    access: 'clinic',
    needs: 'accessSettings',
    audit: { done: 'fee.removed' },
    input: z.object({ feeId: id }),
    output: FeeRow,
    refusals: feeMissing,
    example: { feeId: ':feeId' },
  }),
  import: operation({
    method: 'POST',
    path: '/api/clinic/fees/import',
    summary: 'Take fees in from a CSV file, with what is wrong in each row; as a trial nothing is written',
    access: 'clinic',
    needs: 'accessSettings',
    audit: { done: 'fee.imported' },
    idempotent: true,
    bodyBytesMax: fee_import_bytes_max,
    input: FeeFile,
    output: FeeImport,
    refusals: feeImportRefusals,
    example: { content: 'VHJlYXRtZW50LEZlZQpDcm93biw0NTAK', isTrial: true },
  }),
  charges: operation({
    method: 'GET',
    path: '/api/clinic/fees/nhs-charges',
    summary: 'What the NHS charges in the practice’s nation, with source and date',
    access: 'clinic',
    needs: readPermissions,
    audit: null,
    input: z.object({}),
    output: NhsCharges,
    example: {},
  }),
}
