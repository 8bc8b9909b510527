import type { ComplianceItem } from '../../../contract/compliance.ts'
import type { JobScope } from '../../platform/database/transaction.ts'
import { overviewOf } from './compliance-overview.ts'
import { monthOf, type Span } from './compliance-rules.ts'
import { countOpenActions, type OpenActionCount } from './improvement-action-store.ts'
import { listPacks } from './inspection-pack-store.ts'
import { tallyCriteria } from './sample-audit-rules.ts'
import { lastSampleAudit } from './sample-audit-store.ts'

/** What a practice's own inspection pack counts over a period, without anybody's name and without texts of the practice. */
export type PracticeEvidence = {
  /** The evidence list under the name that it has where the practice is. */
  framework: { title: string; regulator: string; version: string }
  items: ComplianceItem[]
  actions: OpenActionCount[]
  /** The newest sample audit by the end of the period, with how many of its checks were met. */
  audit: { month: string; population: number; size: number; met: number; of: number } | null
  lastPackAt: Date | null
}

/** Reads it as the practice itself, at one moment. */
export async function readPracticeEvidence(scope: JobScope, quarter: Span): Promise<PracticeEvidence> {
  const overview = (await overviewOf(scope, { period: 'quarter', from: quarter.from }))!
  const { framework, items, practice } = overview
  const audit = await lastSampleAudit(scope, monthOf(quarter.to))
  const criteria = audit ? tallyCriteria(audit.sample) : []
  const sum = (of: 'met' | 'of') => criteria.reduce((total, criterion) => total + criterion[of], 0)
  const finished = (await listPacks(scope)).find(({ status }) => status === 'ready' || status === 'expired')
  return {
    framework: {
      title: framework.short,
      regulator: framework.regulator,
      version: framework.version,
    },
    items,
    actions: await countOpenActions(scope, practice.today),
    audit: audit
      ? {
          ...{ month: audit.month, population: audit.population, size: audit.sample.length },
          ...{ met: sum('met'), of: sum('of') },
        }
      : null,
    lastPackAt: finished?.createdAt ?? null,
  }
}
