import { MessageSquareText, QrCode as QrPicture, Send } from 'lucide-react'
import { Suspense, useState } from 'react'
import { api } from '../../api.ts'
import { Button } from '../../ui/plain/button.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useIdempotencyKey } from '../../ui/use-idempotency-key.ts'
import { useTask } from '../../ui/use-task.ts'
import { LinkDialog } from './lazy-consent-dialogs.ts'
import { channelPhrases } from './link-words.ts'

type LinkButtonsProps = {
  consentId: string
  patientName: string
  /** How many links there are: one more is another request. */
  linkCount: number
  onChanged: () => Promise<void>
}

/** The ways to give the patient another link. */
export function LinkButtons({ consentId, patientName, linkCount, onChanged }: LinkButtonsProps) {
  const toast = useToast()
  const keyOf = useIdempotencyKey()
  const [isShowing, setIsShowing] = useState(false)
  const { busy, problem, run } = useTask()

  async function resend(by: keyof typeof channelPhrases) {
    const context = { idempotencyKey: keyOf([consentId, by, linkCount]) }
    const done = await run(async () => {
      await api.signing.resendLink({ consentId, by }, { context })
      await onChanged()
    })
    if (done) toast(`A new link is on its way to ${patientName} by ${channelPhrases[by]}.`)
  }
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button variant="quiet" size="small" icon={QrPicture} onClick={() => setIsShowing(true)}>
          Link or QR code
        </Button>
        <Button variant="quiet" size="small" icon={Send} busy={busy} onClick={() => void resend('email')}>
          E-mail a new link
        </Button>
        <Button
          variant="quiet"
          size="small"
          icon={MessageSquareText}
          busy={busy}
          onClick={() => void resend('sms')}
        >
          Text a new link
        </Button>
      </div>
      <ProblemMessage problem={problem} className="mt-3" />
      <Suspense>
        {isShowing && (
          <LinkDialog
            consentId={consentId}
            patientName={patientName}
            onClose={() => {
              setIsShowing(false)
              void onChanged()
            }}
          />
        )}
      </Suspense>
    </>
  )
}
