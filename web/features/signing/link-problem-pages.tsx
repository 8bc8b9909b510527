import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { NewLinkRequest } from './new-link-request.tsx'
import { PatientPage } from './patient-page.tsx'
import { CallPracticeButton } from './practice-call.tsx'
import type { LinkRequest } from './signing-api.ts'
import { TextButton } from './text-button.tsx'
import { useWords } from './words-context.tsx'

function NextStep({ title, text, about }: { title: string; text: string; about: LinkRequest }) {
  return (
    <section className="mt-8">
      <h2>{title}</h2>
      <p className="mt-2 mb-6">{text}</p>
      <NewLinkRequest about={about} />
      <div className="mt-4">
        <CallPracticeButton />
      </div>
    </section>
  )
}

/** Expired, revoked and unknown links are told alike (rulings 38), so the page says only what can be the matter. */
export function DeadLinkPage({ accessToken }: { accessToken: string }) {
  const { dead } = useWords()
  return (
    <PatientPage title={dead.title}>
      <p className="mt-3">{dead.body}</p>
      <ul className="mt-2 list-disc space-y-1 ps-6">
        {dead.reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      <NextStep title={dead.next} text={dead.nextBody} about={{ accessToken }} />
    </PatientPage>
  )
}

/** After too many wrong dates of birth. */
export function LockedLinkPage({ accessToken }: { accessToken: string }) {
  const { locked } = useWords()
  return (
    <PatientPage title={locked.title}>
      <p className="mt-3">{locked.body}</p>
      <NextStep title={locked.next} text={locked.nextBody} about={{ accessToken }} />
    </PatientPage>
  )
}

type LinkRequiredPageProps = {
  consentId: string
  /** A signature waits on this device until the link is opened. */
  saved: boolean
}

/** The address of a consent without the cookie that opens it; the same whether there is such a consent or not. */
export function NeedLinkPage({ consentId, saved }: LinkRequiredPageProps) {
  const { needLink, dead } = useWords()
  return (
    <PatientPage title={needLink.title}>
      {saved && (
        <InlineMessage tone="ok" className="mt-4">
          {needLink.saved}
        </InlineMessage>
      )}
      <p className="mt-3">{needLink.body}</p>
      <NextStep title={dead.next} text={needLink.nextBody} about={{ consentId }} />
    </PatientPage>
  )
}

/** For someone who got a message meant for another person. Nothing is stored or sent. */
export function NotMePage({ onBack }: { onBack: () => void }) {
  const { notMe } = useWords()
  return (
    <PatientPage title={notMe.title} onBack={onBack}>
      <p className="mt-3">{notMe.body}</p>
      <ol className="my-4 list-decimal space-y-1 ps-6">
        {notMe.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <CallPracticeButton />
      <TextButton className="mt-4" onClick={onBack}>
        {notMe.back}
      </TextButton>
    </PatientPage>
  )
}
