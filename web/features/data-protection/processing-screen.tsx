import { Suspense, useState } from 'react'
import type { ProcessingEntry, ProcessingRecord } from '../../../contract/data-protection.ts'
import { api } from '../../api.ts'
import { useConfirm } from '../../ui/alert-provider.tsx'
import { DescriptionList } from '../../ui/description-list.tsx'
import { Badge } from '../../ui/plain/badge.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { dayText } from '../../ui/plain/date-text.ts'
import { Disclosure } from '../../ui/plain/disclosure.tsx'
import { lazyPart } from '../../ui/plain/lazy-part.ts'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useTask } from '../../ui/use-task.ts'
import { processingFields } from './processing-fields.ts'

const ProcessingDialog = lazyPart(async () => ({
  default: (await import('./processing-dialog.tsx')).ProcessingDialog,
}))

type ProcessingScreenProps = { record: ProcessingRecord; onChanged: () => Promise<void> }

/** What the practice does with personal data, entry by entry, and which services outside are used. */
export function ProcessingScreen({ record, onChanged }: ProcessingScreenProps) {
  const { entries, leftOut, subProcessors } = record
  const [edited, setEdited] = useState<ProcessingEntry | 'new'>()
  return (
    <section aria-labelledby="processing" className="mt-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="processing">Processing record</h2>
        <div className="flex flex-wrap gap-2">
          <a href="/api/clinic/processing-record.csv" download className="btn btn-quiet">
            Download CSV
          </a>
          <a href="/api/clinic/processing-record.pdf" download className="btn btn-quiet">
            Download PDF
          </a>
          <Button onClick={() => setEdited('new')}>Add entry</Button>
        </div>
      </div>
      <p className="mt-1 max-w-column text-muted">
        Required by Article 30 of the UK GDPR. Candour’s processing is already filled in; edit it and add your
        other processing.
      </p>
      <ul className="mt-5 space-y-4">
        {entries.map((entry) => (
          <li key={entry.key}>
            <Entry entry={entry} onEdit={() => setEdited(entry)} onChanged={onChanged} />
          </li>
        ))}
      </ul>
      <MissingEntries leftOut={leftOut} onChanged={onChanged} />
      <Panel title="External services" lead="Services this installation is set up to use." className="mt-5">
        <DescriptionList
          items={subProcessors.map(({ service, who, does, data }) => ({
            term: service,
            detail: (
              <>
                <span dir="auto">{who}</span>
                <span className="block text-small text-muted">
                  {does}. Data: {data}.
                </span>
              </>
            ),
          }))}
        />
      </Panel>
      {edited && (
        <Suspense>
          <ProcessingDialog
            entry={edited === 'new' ? null : edited}
            onChanged={onChanged}
            onClose={() => setEdited(undefined)}
          />
        </Suspense>
      )}
    </section>
  )
}

type EntryProps = { entry: ProcessingEntry; onEdit: () => void; onChanged: () => Promise<void> }

function Entry({ entry, onEdit, onChanged }: EntryProps) {
  const { key, purpose, origin, changedBy, changedAt } = entry
  const confirm = useConfirm()
  const toast = useToast()
  const { busy, problem, run } = useTask()
  async function remove(restore: boolean) {
    const asked = restore
      ? {
          title: 'Restore the original entry?',
          text: 'Your changes will be lost.',
          confirm: 'Restore original',
        }
      : {
          title: 'Remove the entry?',
          text: origin === 'own' ? 'It will be deleted.' : 'You can restore it later.',
          confirm: 'Remove',
        }
    if (!(await confirm(asked))) return
    await run(async () => {
      await api.dataProtection.removeProcessing({ key, restore })
      toast(restore ? 'Restore original' : 'Removed')
      await onChanged()
    })
  }
  return (
    <Disclosure
      className="card px-5 py-4"
      summary={
        <>
          <span dir="auto">{purpose}</span> {origin === 'changed' && <Badge>Changed</Badge>}
          {origin === 'own' && <Badge tone="brand">Your own</Badge>}
        </>
      }
    >
      <DescriptionList
        className="mt-3"
        items={processingFields.slice(1).map(({ name, label }) => ({
          term: label,
          detail: <span dir="auto">{entry[name]}</span>,
        }))}
      />
      {changedBy && changedAt && (
        <p className="mt-3 text-small text-muted">
          Changed by {changedBy} on {dayText(changedAt)}
        </p>
      )}
      <ProblemMessage problem={problem} className="mt-3" />
      <div className="mt-4 flex flex-wrap gap-2">
        <Button variant="quiet" size="small" onClick={onEdit}>
          Change<span className="sr-only">: {purpose}</span>
        </Button>
        {origin === 'changed' && (
          <Button variant="quiet" size="small" busy={busy} onClick={() => void remove(true)}>
            Restore original<span className="sr-only">: {purpose}</span>
          </Button>
        )}
        <Button variant="quiet" size="small" busy={busy} onClick={() => void remove(false)}>
          Remove<span className="sr-only">: {purpose}</span>
        </Button>
      </div>
    </Disclosure>
  )
}

type MissingEntriesProps = { leftOut: ProcessingRecord['leftOut']; onChanged: () => Promise<void> }

function MissingEntries({ leftOut, onChanged }: MissingEntriesProps) {
  const { busy, problem, run } = useTask()
  if (leftOut.length === 0) return null
  return (
    <Panel title="Removed entries" lead="Entries supplied with Candour." className="mt-5">
      <ProblemMessage problem={problem} className="mb-3" />
      <ul className="space-y-2">
        {leftOut.map(({ key, purpose }) => (
          <li key={key} className="flex flex-wrap items-center justify-between gap-3">
            {purpose}
            <Button
              variant="quiet"
              size="small"
              busy={busy}
              onClick={() =>
                void run(async () => {
                  await api.dataProtection.removeProcessing({ key, restore: true })
                  await onChanged()
                })
              }
            >
              Restore<span className="sr-only">: {purpose}</span>
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
