import type { SendingChannel } from '../../../contract/delivery-states.ts'
import { ApiError, api } from '../../api.ts'
import { extractionPrompt, plannedExtractions } from './extraction-prompt.ts'
import type { BulkOperation, BulkRow } from './use-bulk-action.ts'

/**
 * Sends a draft in the way that is named for its row. Taking teeth out asks for a second look at tooth and side, which
 * only its own page has.
 */
export const sendDraftBy =
  <Row extends BulkRow>(channelOf: (row: Row) => SendingChannel): BulkOperation<Row> =>
  async (row, idempotencyKey) => {
    const { id: consentId } = row
    const { patient, plan, content } = await api.consents.get({ consentId })
    if (extractionPrompt(patient.name, plannedExtractions({ plan, content })))
      throw new Error(
        'Could not be sent: this takes teeth out. Open it, check tooth and side, and send it there.',
      )
    try {
      await api.consents.send({ consentId, by: channelOf(row) }, { context: { idempotencyKey } })
    } catch (error) {
      // What is not asked is named: whoever opens it asks, or sends it anyway there.
      if (error instanceof ApiError) throw new Error(`Could not be sent: ${error.message}`, { cause: error })
      throw error
    }
  }

/** Reminds the patient, by what reaches them; nobody twice within the hours that lie between reminders. */
export const sendReminder: BulkOperation<BulkRow> = async ({ id: consentId }, idempotencyKey) => {
  await api.reminders.remindNow({ consentId }, { context: { idempotencyKey } })
}

/** Makes a consent void for this reason; one that is void already, since an answer was lost, counts as done. */
export const voidConsent =
  (reason: string): BulkOperation<BulkRow> =>
  async ({ id: consentId }) => {
    try {
      await api.consents.void({ consentId, reason })
    } catch (error) {
      const { status } = await api.consents.get({ consentId })
      if (status !== 'voided') throw error
    }
  }
