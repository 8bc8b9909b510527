import type { PreparedConsent } from '../../features/appointments/prepared-words.ts'
import { sendDraftBy } from '../../features/consents/bulk-actions.ts'
import { useBulkAction, type BulkRow } from '../../features/consents/use-bulk-action.ts'

type SendableRow = BulkRow & { by: 'email' | 'sms' }

const toSend = (rows: readonly PreparedConsent[]): SendableRow[] =>
  rows.flatMap(({ consentId, sendBy, patientName, treatments }) =>
    consentId === null || sendBy === null
      ? []
      : {
          ...{ id: consentId, by: sendBy, patient: { name: patientName } },
          treatment: treatments.map(({ title }) => title).join(', '),
        },
  )

/** Sends drafts of the day, each by its patient's preferred way; `onSent` runs after the last of them. */
export function usePreparedSending(onSent: () => void) {
  const { work, begin, ...others } = useBulkAction<SendableRow>(async () => onSent())
  const lines = work?.lines ?? []
  const send = (rows: readonly PreparedConsent[]) =>
    begin(toSend(rows), {
      title: rows.length === 1 ? 'Sending 1 consent' : `Sending ${rows.length} consents`,
      done: 'Sent',
      act: sendDraftBy(({ by }) => by),
    })
  return {
    ...{ ...others, work, send },
    /** Why sending a consent failed, by its id. */
    failures: new Map(
      lines.flatMap(({ row, state, words }) => (state === 'failed' ? [[row.id, words]] : [])),
    ),
    /** Whether a draft is being sent, or has been. */
    isInRun: (consentId: string | null) =>
      lines.some(({ row, state }) => row.id === consentId && state !== 'failed'),
  }
}
