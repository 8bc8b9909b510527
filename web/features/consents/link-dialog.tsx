import { useCallback, useEffect, useRef, useState } from 'react'
import { api, type Api } from '../../api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FailedState } from '../../ui/failed-state.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { CopyField } from '../../ui/plain/copy-field.tsx'
import { momentText } from '../../ui/plain/date-text.ts'
import { QrCode } from '../../ui/plain/qr-code.tsx'
import { Spinner } from '../../ui/plain/spinner.tsx'
import { useTask } from '../../ui/use-task.ts'

export type NewLink = Awaited<ReturnType<Api['signing']['createLink']>>

type LinkDialogProps = {
  consentId: string
  patientName: string
  /** A link made already, to show; without one a link is made on opening. */
  createdLink?: NewLink | undefined
  onClose: () => void
}

/** A link to hand over in person. Its address exists only here: afterwards nobody can look it up, only make another. */
export function LinkDialog({ consentId, patientName, createdLink, onClose }: LinkDialogProps) {
  const [link, setLink] = useState(createdLink)
  const { problem, run, busy } = useTask()
  const [asksCode, setAsksCode] = useState(false)
  const make = useCallback(
    (withoutCode = false) =>
      run(async () => {
        setLink(await api.signing.createLink({ consentId, withoutCode }))
        const { wayIn } = await api.clinicSettings.policies({})
        setAsksCode(wayIn.proof === 'birth-date-and-code' && !withoutCode)
      }),
    [run, consentId],
  )
  const asked = useRef(createdLink !== undefined)
  useEffect(() => {
    // Once only: each call makes a link.
    if (!asked.current) void make()
    asked.current = true
  }, [make])

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Link for ${patientName}`}
      description="The link asks for the patient’s date of birth. It is shown only once."
      footer={<Button onClick={onClose}>Done</Button>}
    >
      {link && (
        <div className="space-y-5">
          <QrCode svg={link.qrSvg} label="QR code of the link" className="mx-auto size-56" />
          <CopyField
            label="Address"
            value={link.url}
            hint={`Works until ${momentText(link.link.expiresAt)}`}
          />
          {asksCode && (
            <div>
              <p className="text-small text-muted">
                It also asks for a code sent to the patient’s mobile. If they cannot get one, create a link
                that needs only the date of birth; this is recorded.
              </p>
              <Button
                variant="quiet"
                size="small"
                className="mt-2"
                busy={busy}
                onClick={() => void make(true)}
              >
                Create a link without the code
              </Button>
            </div>
          )}
        </div>
      )}
      {!link && !problem && <Spinner size="large" message="Creating a link" />}
      {problem && (
        <FailedState
          title="No link was created"
          reference={problem.requestId}
          onRetry={() => void make()}
          busy={busy}
        >
          {problem.message}
        </FailedState>
      )}
    </Dialog>
  )
}
