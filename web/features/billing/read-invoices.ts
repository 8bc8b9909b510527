import type { Invoice } from '../../../contract/billing.ts'
import { ApiError } from '../../api.ts'

/** Stripe's own list; null where Stripe cannot be asked, so that the page is shown without it. */
export async function invoicesOrNull(read: () => Promise<Invoice[]>): Promise<Invoice[] | null> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof ApiError && error.reason) return null
    throw error
  }
}
