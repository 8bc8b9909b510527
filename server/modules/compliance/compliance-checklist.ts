import book from '../../../build/content/compliance.json' with { type: 'json' }
import type { ComplianceItem, LibraryCompliance } from '../../../build/content/types.d.ts'

/** What inspections ask for, as `content/compliance/` says it. */
export const { checklist, sampleAudit, policies: policyWordings } = book as LibraryCompliance

const itemsById = new Map(checklist.items.map((item) => [item.id, item]))

/** The item of that number; undefined where the list has none. */
export const findComplianceItem = (id: string): ComplianceItem | undefined => itemsById.get(id)
