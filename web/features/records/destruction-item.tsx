import { Download } from 'lucide-react'
import type { Destruction } from '../../../contract/destructions.ts'
import { api } from '../../api.ts'
import { useConfirm } from '../../ui/alert-provider.tsx'
import { Badge } from '../../ui/plain/badge.tsx'
import { Button, ButtonLink } from '../../ui/plain/button.tsx'
import { dayText, momentText } from '../../ui/plain/date-text.ts'
import { Disclosure } from '../../ui/plain/disclosure.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { useTask } from '../../ui/use-task.ts'
import { destructionWords, stoppedWords } from './destruction-words.ts'

type ItemProps = { destruction: Destruction; onChanged: () => unknown }

/** One proposal: what it is about, who decided what, and what the reader can do about it. */
export function DestructionItem({ destruction, onChanged }: ItemProps) {
  const { status, patientName, initials, patientId, rule, reason, proposed, expiresAt } = destruction
  const { confirmed, withdrawn, stoppedBecause, certificate } = destruction
  const { text, tone } = destructionWords[status]
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3 className="min-w-0 wrap-anywhere" dir="auto">
          {patientName ?? `Record of ${initials}`}
        </h3>
        <Badge tone={tone}>{text}</Badge>
      </div>
      <p className="mt-1 text-small wrap-anywhere text-muted">Record {patientId}</p>
      <p className="mt-2">
        {rule} <span dir="auto">{reason}</span>
      </p>
      <p className="mt-1 text-small text-muted">
        Proposed by {proposed.by} on {dayText(proposed.at)}.
        {status === 'proposed' && ` It expires on ${dayText(expiresAt)}.`}
        {withdrawn && ` Withdrawn by ${withdrawn.by} on ${dayText(withdrawn.at)}.`}
        {confirmed && ` Confirmed by ${confirmed.by} on ${dayText(confirmed.at)}.`}
        {stoppedBecause && ` ${stoppedWords[stoppedBecause]}`}
      </p>
      {certificate && <CertificateFacts destruction={destruction} certificate={certificate} />}
      {status === 'proposed' && <DecisionActions destruction={destruction} onChanged={onChanged} />}
    </>
  )
}

type FactsProps = { destruction: Destruction; certificate: NonNullable<Destruction['certificate']> }

function CertificateFacts({ destruction, certificate }: FactsProps) {
  const { number, erasedAt, counts, consents, intact, sha256 } = certificate
  return (
    <>
      <p className="mt-1 text-small text-muted">
        Erased on {momentText(erasedAt)} under certificate {number}.{' '}
        {intact
          ? `What is kept of ${consents === 1 ? 'its consent' : `its ${consents} consents`} is unaltered.`
          : 'Its remaining data was altered.'}
      </p>
      <Disclosure summary="Data erased" className="mt-1">
        <ul>
          {Object.entries(counts).map(([what, count]) => (
            <li key={what}>
              {what}: {count}
            </li>
          ))}
        </ul>
      </Disclosure>
      {sha256 && (
        <ButtonLink
          href={`/api/clinic/destructions/${destruction.id}/certificate`}
          download={`destruction-certificate-${number}.pdf`}
          reload
          variant="quiet"
          size="small"
          icon={Download}
          className="mt-3"
        >
          Certificate {number}
        </ButtonLink>
      )}
    </>
  )
}

/** Confirming, which a second person does, and taking back. */
function DecisionActions({ destruction: { id: destructionId, isOwn, patientName }, onChanged }: ItemProps) {
  const confirm = useConfirm()
  const { busy, problem, run } = useTask()

  async function destroy() {
    const agreed = await confirm({
      title: 'Destroy this record?',
      text: `All data about ${patientName ?? 'this patient'} is erased: details, consents, documents and messages. Hashes and a certificate are kept. This cannot be undone.`,
      confirm: 'Destroy the record',
      cancel: 'Keep record',
      danger: true,
    })
    if (!agreed) return
    await run(() => api.destructions.confirm({ destructionId }))
    onChanged()
  }
  const withdraw = () =>
    run(async () => {
      await api.destructions.withdraw({ destructionId })
      onChanged()
    })
  return (
    <>
      {isOwn && <p className="mt-2 text-small text-muted">Another person must confirm this.</p>}
      <div className="mt-3 flex flex-wrap gap-3">
        {!isOwn && (
          <Button variant="danger" size="small" busy={busy} onClick={() => void destroy()}>
            Confirm destruction
          </Button>
        )}
        <Button variant="quiet" size="small" busy={busy} onClick={() => void withdraw()}>
          Withdraw
        </Button>
      </div>
      <ProblemMessage problem={problem} className="mt-3" />
    </>
  )
}
