import type { ClinicScope } from '../../platform/database/transaction.ts'
import { endGroupPayment } from '../billing/index.ts'
import { setAgreement } from './practice-group-agreement-store.ts'

/** Takes the practice off its group's bill, until it agrees again; false where it did not agree. */
export async function endGroupBill(scope: ClinicScope): Promise<boolean> {
  await endGroupPayment(scope)
  return setAgreement(scope, 'billing', false)
}
