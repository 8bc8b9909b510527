import { useId } from 'react'
import type { Kiosk } from '../../../contract/kiosks.ts'
import { Badge } from '../../ui/plain/badge.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { PatientPage, fillPlaceholders, useWords } from '../signing/index.ts'

type Forms = NonNullable<Kiosk['forms']>

type KioskQueuePageProps = {
  forms: Forms
  onOpen: (consentId: string) => void
  onFinish: () => void
}

/** The forms of one patient: which wait, which are answered, and the way to give the tablet back. */
export function KioskQueuePage({ forms, onOpen, onFinish }: KioskQueuePageProps) {
  const { kiosk, home } = useWords()
  const waiting = forms.filter(({ waits }) => waits).length
  return (
    <PatientPage title={home.list.title}>
      <p className="mt-3 font-semibold">{fillPlaceholders(kiosk.waiting, { count: String(waiting) })}</p>
      <p className="mt-2">{kiosk.lead}</p>
      <ol className="mt-6 divide-y divide-line card">
        {forms.map((form) => (
          <QueuedForm key={form.consentId} form={form} onOpen={() => onOpen(form.consentId)} />
        ))}
      </ol>
      <section className="mt-10 border-t border-line pt-6">
        <p>{kiosk.finishBody}</p>
        <Button variant="quiet" className="mt-4" onClick={onFinish}>
          {kiosk.finish}
        </Button>
      </section>
    </PatientPage>
  )
}

function QueuedForm({ form, onOpen }: { form: Forms[number]; onOpen: () => void }) {
  const { title, teeth, waits } = form
  const { kiosk } = useWords()
  const id = useId()
  return (
    <li className="space-y-3 p-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h2 id={`${id}title`} lang="en" dir="ltr" className="min-w-0 text-lead wrap-anywhere">
          {title}
        </h2>
        {!waits && <Badge tone="ok">{kiosk.answered}</Badge>}
      </div>
      {teeth.length > 0 && (
        <p id={`${id}teeth`} lang="en" dir="ltr" className="text-small text-muted">
          {teeth.map(({ fdi, name }) => (
            <span key={fdi} className="block first-letter:uppercase">
              {name} ({fdi})
            </span>
          ))}
        </p>
      )}
      {waits && (
        <Button
          id={`${id}open`}
          aria-labelledby={`${id}open ${id}title`}
          aria-describedby={teeth.length > 0 ? `${id}teeth` : undefined}
          onClick={onOpen}
        >
          {kiosk.open}
        </Button>
      )}
    </li>
  )
}
