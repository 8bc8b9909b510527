import library from '../../../build/content/nhs-charges.json' with { type: 'json' }
import type { FeeOfDay, FeeQuote } from '../../../contract/charges.ts'
import type { NhsCharges } from '../../../contract/fees.ts'
import type { Ids } from '../../platform/database/id-set.ts'
import type { ClinicScope, TenantScope } from '../../platform/database/transaction.ts'
import { jurisdictionOf, todayOf } from '../clinics/index.ts'
import { quoteOf } from './fee-list.ts'
import { bandPriceOn, chargesInForce, effectiveFees } from './fee-rules.ts'
import { feesOfTemplates, type FeeRecord } from './fee-store.ts'

/** The fees of these templates on a day, by template: the practice's, else its group's; those without a fee are missing. */
async function feesOn(
  scope: TenantScope,
  templateIds: Ids,
  day: string | Promise<string>,
): Promise<Map<string, FeeRecord>> {
  // Asked together, they are sent together.
  const [rowsByTemplate, on] = await Promise.all([feesOfTemplates(scope, templateIds), day])
  return new Map(
    [...rowsByTemplate].flatMap(([templateId, rows]) => {
      const { current } = effectiveFees(rows, on)
      return current ? [[templateId, current]] : []
    }),
  )
}

/** What these templates cost on a day (YYYY-MM-DD), by template: by the practice's fee, else by its group's; those without a fee are missing. */
export async function feeQuotesOn(
  scope: TenantScope,
  templateIds: Ids,
  day: string | Promise<string>,
): Promise<Map<string, FeeQuote>> {
  const fees = await feesOn(scope, templateIds, day)
  return new Map([...fees].map(([templateId, fee]) => [templateId, quoteOf(fee)]))
}

/** What templates cost today, by template, with what the NHS charges for their bands; those without a fee are missing. */
export async function feesToday(
  scope: ClinicScope,
  templateIds: readonly string[],
): Promise<Map<string, FeeOfDay>> {
  const day = await todayOf(scope)
  const fees = await feesOn(scope, templateIds, day)
  if (fees.size === 0) return new Map()
  const charges = await nhsChargesOn(scope, day)
  return new Map(
    [...fees].map(([id, fee]) => [
      id,
      {
        ...quoteOf(fee),
        bandPence: bandPriceOn(charges, fee.band, day),
        isFromGroup: fee.groupId !== null,
      },
    ]),
  )
}

/** What the NHS charges in the practice's nation. The build has checked that there is one of each nation. */
export async function nhsChargesOn(scope: ClinicScope, day: string): Promise<Omit<NhsCharges, 'isOutdated'>> {
  const { nation } = await jurisdictionOf(scope)
  return chargesInForce(library as Omit<NhsCharges, 'isOutdated'>[], { nation, day })!
}
