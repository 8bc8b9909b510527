import { Download, FilePlus2, FileSignature, HandHelping, Printer } from 'lucide-react'
import { Suspense, useState } from 'react'
import { api, type Api } from '../../api.ts'
import { Button, ButtonLink } from '../../ui/plain/button.tsx'
import { momentText } from '../../ui/plain/date-text.ts'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useTask } from '../../ui/use-task.ts'
import { paperDialogs } from './lazy-paper-dialogs.ts'

export type PaperConsent = Awaited<ReturnType<Api['consents']['get']>>
type Scan = PaperConsent['scans'][number]

type PaperPanelProps = {
  consent: PaperConsent
  /** Whether it still waits for a signature and the reader may handle it. */
  mayHandle: boolean
  /** Whether the reader may add to what was taken in. */
  mayAdd: boolean
  onChanged: () => Promise<void>
}

/** The way over paper: printed, handed over, signed by hand, and taken in as a scan. */
export function PaperPanel({ consent, mayHandle, mayAdd, onChanged }: PaperPanelProps) {
  const { id: consentId, scans, paperGivenAt } = consent
  const toast = useToast()
  const { busy, problem, run } = useTask()
  const [printed, setPrinted] = useState<string | null>(null)
  const [asking, setAsking] = useState<keyof typeof paperDialogs | null>(null)
  const Dialog = asking && paperDialogs[asking]
  if (!mayHandle && scans.length === 0 && !paperGivenAt) return null

  const print = () =>
    run(async () => {
      const { pdf } = await api.paper.print({ consentId })
      const bytes = Uint8Array.from(atob(pdf), (sign) => sign.charCodeAt(0))
      if (printed) URL.revokeObjectURL(printed)
      setPrinted(URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' })))
    })
  return (
    <Panel title="On paper" lead="For patients who sign by hand.">
      {mayHandle && (
        <div className="mb-4 flex flex-wrap gap-2">
          <Button variant="quiet" size="small" icon={Printer} busy={busy} onClick={() => void print()}>
            Create paper form
          </Button>
          {consent.actions.giveOut === null && (
            <Button variant="quiet" size="small" icon={HandHelping} onClick={() => setAsking('given')}>
              Handed over
            </Button>
          )}
          <Button variant="quiet" size="small" icon={FileSignature} onClick={() => setAsking('signed')}>
            Record signed paper
          </Button>
        </div>
      )}
      <ProblemMessage problem={problem} className="mb-3" />
      {printed && (
        <p className="mb-3" role="status">
          <a className="text-link" href={printed} target="_blank" rel="noreferrer">
            Open the paper to print it
          </a>
        </p>
      )}
      {paperGivenAt && <p className="mb-3">Handed to the patient on {momentText(paperGivenAt)}.</p>}
      {scans.length > 0 && (
        <ul className="divide-y divide-line">
          {scans.map((scan) => (
            <ScanItem key={scan.id} consentId={consentId} scan={scan} />
          ))}
        </ul>
      )}
      {mayAdd && scans.length > 0 && (
        <Button
          variant="quiet"
          size="small"
          icon={FilePlus2}
          className="mt-3"
          onClick={() => setAsking('scan')}
        >
          Add another scan
        </Button>
      )}
      <Suspense>
        {Dialog && (
          <Dialog
            consent={consent}
            onDone={async (said) => {
              await onChanged()
              toast(said)
            }}
            onClose={() => setAsking(null)}
          />
        )}
      </Suspense>
    </Panel>
  )
}

const pagesText = (pages: number) => (pages === 1 ? '1 page' : `${pages} pages`)

function ScanItem({ consentId, scan }: { consentId: string; scan: Scan }) {
  const { number, reason, takenAt, takenBy, files } = scan
  return (
    <li className="space-y-1.5 py-3 first:pt-0 last:pb-0">
      <p>{number === 1 ? 'Scan of the signed paper' : 'Another scan of the signed paper'}</p>
      <p className="text-small text-muted">
        {momentText(takenAt)}, <bdi>{takenBy}</bdi>
      </p>
      {reason && (
        <p dir="auto" className="wrap-anywhere">
          Why: {reason}
        </p>
      )}
      <ul className="space-y-1.5">
        {files.map(({ id, type, pages, sha256 }, at) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <span className="min-w-0 flex-1 basis-48">
              {type === 'application/pdf' ? `PDF, ${pagesText(pages)}` : `Picture ${at + 1}`}
              <span className="block truncate text-small text-muted" title={sha256}>
                Fingerprint <code>{sha256}</code>
              </span>
            </span>
            <ButtonLink
              href={`/api/clinic/consents/${consentId}/scans/${id}`}
              download
              variant="quiet"
              size="small"
              icon={Download}
              aria-label={`Download file ${at + 1} of scan ${number}`}
            >
              Download
            </ButtonLink>
          </li>
        ))}
      </ul>
    </li>
  )
}
