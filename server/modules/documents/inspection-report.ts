import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { sealPdf } from '../../platform/pdf/seal.ts'
import type { CertificateDeps } from './destruction-certificate.ts'

type Row = readonly string[]

/** What a report of evidence prints, of a practice or of a group of them: every date and number already in words, and no name of a patient. */
export type InspectionReport = {
  title: string
  /** Whose report it is: a practice or a group. */
  organisation: string
  lead: string
  facts: { label: string; value: string }[]
  /** The evidence list by key question. */
  questions: {
    title: string
    items: {
      id: string
      ask: string
      counts: string
      value: string
      target: string
      state: string
      regulations: string
      /** This span and those before it. */
      trend: { span: string; value: string }[]
      notes: string[]
    }[]
  }[]
  /** Tables of the rest: their columns and rows, and what stands there where there are none. */
  tables: { title: string; lead: string; columns: Row; rows: readonly Row[]; none: string }[]
  createdBy: string
  createdAt: Date
}

const main = fileURLToPath(new URL('./inspection-report.typ', import.meta.url))

export type SealedReport = { pdf: Uint8Array; sha256: string }

/** Draws these reports and seals them as records of consents are. */
export const inspectionReportRenderer =
  ({ clock, typesetter, timestampAuthority, sealingKey }: CertificateDeps) =>
  async ({ createdBy, createdAt, ...report }: InspectionReport): Promise<SealedReport> => {
    const drawn = await typesetter.render({ main, data: report, assets: {}, createdAt })
    const pdf = await sealPdf({
      pdf: drawn,
      key: await sealingKey(),
      fieldName: 'report',
      name: createdBy,
      reason: `Seal of the installation for the inspection evidence of ${report.organisation}, requested by ${createdBy}`,
      location: report.organisation,
      at: clock.now(),
      timestampAuthority,
    })
    return { pdf, sha256: createHash('sha256').update(pdf).digest('hex') }
  }
