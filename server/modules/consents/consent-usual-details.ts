import type { ClinicScope } from '../../platform/database/transaction.ts'
import { reusableOptions, reusablePlaceholdersOf } from './consent-rules.ts'
import { findLastOfTemplate } from './consent-store.ts'

/** What this practice sent last of a template, as far as it is a habit: no price and nothing weighed for a patient. */
export async function usualDetailsOf(scope: ClinicScope, templateId: string) {
  const last = await findLastOfTemplate(scope, templateId)
  const { material = '', placeholders = {} } = last?.item ?? {}
  return {
    item: { material, placeholders: reusablePlaceholdersOf(placeholders) },
    options: reusableOptions(last?.plan.options ?? []),
  }
}
