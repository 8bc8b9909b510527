import { Ban, Download, BellRing, Send } from 'lucide-react'
import { Suspense, useState } from 'react'
import { consent_reason_length_max } from '../../../contract/limits.ts'
import type { RowAction } from '../../../contract/consents.ts'
import { Button } from '../../ui/plain/button.tsx'
import { CheckboxField } from '../../ui/plain/checkbox-field.tsx'
import { voidConsent, sendReminder, sendDraftBy } from './bulk-actions.ts'
import type { ConsentRow } from './consent-table.tsx'
import { ReasonDialog } from './lazy-consent-dialogs.ts'
import type { BulkOperation } from './use-bulk-action.ts'

type ConsentSelection = {
  chosen: ReadonlySet<string>
  onChoose: (ids: ReadonlySet<string>) => void
}
type BulkActionBarProps = ConsentSelection & {
  rows: readonly ConsentRow[]
  begin: (
    rows: readonly ConsentRow[],
    what: { title: string; done: string; act: BulkOperation<ConsentRow> },
  ) => void
  onExport: (rows: readonly ConsentRow[]) => void
}

const consentCountText = (count: number) => (count === 1 ? '1 consent' : `${count} consents`)

/** Chooses every consent of the page, and says what can be done with those that are chosen. */
export function BulkActionBar({ rows, chosen, onChoose, begin, onExport }: BulkActionBarProps) {
  const [isVoiding, setVoiding] = useState(false)
  const picked = rows.filter(({ id }) => chosen.has(id))
  const offered = (action: RowAction) => picked.filter(({ actions }) => actions.includes(action))
  const drafts = offered('send').filter(({ reachedBy }) => reachedBy.includes('email'))
  const waiting = offered('remind').filter(({ reachedBy }) => reachedBy.length > 0)
  const voidable = offered('void')
  const withoutEmail = offered('send').length - drafts.length
  const isAll = picked.length === rows.length
  const send = () =>
    begin(drafts, {
      title: `Sending ${consentCountText(drafts.length)} by e-mail`,
      done: 'On its way by e-mail',
      act: sendDraftBy(() => 'email'),
    })
  const remindAll = () =>
    begin(waiting, {
      title: `Sending reminders for ${consentCountText(waiting.length)}`,
      done: 'Reminder sent',
      act: sendReminder,
    })
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2 px-1">
      <CheckboxField
        label="Select all on this page"
        checked={isAll}
        onChange={() => onChoose(new Set(isAll ? [] : rows.map(({ id }) => id)))}
      />
      <p role="status" className="text-muted tabular-nums">
        {picked.length > 0 && `${picked.length} selected`}
      </p>
      {picked.length > 0 && (
        <div role="group" aria-label="Bulk actions" className="flex flex-wrap gap-2">
          {drafts.length > 0 && (
            <Button size="small" icon={Send} onClick={send}>
              Send {consentCountText(drafts.length)}
            </Button>
          )}
          {waiting.length > 0 && (
            <Button size="small" variant="quiet" icon={BellRing} onClick={remindAll}>
              Send reminders for {consentCountText(waiting.length)}
            </Button>
          )}
          <Button size="small" variant="quiet" icon={Download} onClick={() => onExport(picked)}>
            Export {picked.length}
          </Button>
          {voidable.length > 0 && (
            <Button size="small" variant="quiet" icon={Ban} onClick={() => setVoiding(true)}>
              Void {voidable.length}
            </Button>
          )}
        </div>
      )}
      {withoutEmail > 0 && (
        <p className="basis-full text-small text-muted">
          {consentCountText(withoutEmail)} cannot be sent from here: no e-mail address, or the patient has not
          agreed to e-mail.
        </p>
      )}
      <Suspense>
        {isVoiding && (
          <ReasonDialog
            title={`Void ${consentCountText(voidable.length)}?`}
            text="They can no longer be relied on for treatment, and the patients’ links stop working. This cannot be undone; the records stay."
            danger
            lengthMax={consent_reason_length_max}
            confirm="Void"
            onConfirm={(reason) => {
              begin(voidable, {
                title: `Voiding ${consentCountText(voidable.length)}`,
                done: 'Voided',
                act: voidConsent(reason),
              })
              return Promise.resolve()
            }}
            onClose={() => setVoiding(false)}
          />
        )}
      </Suspense>
    </div>
  )
}
