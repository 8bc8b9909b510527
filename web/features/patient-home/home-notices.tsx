import { Button } from '../../ui/plain/button.tsx'
import { PatientPage, CallPracticeButton, TextButton, useWords } from '../signing/index.ts'

type RetryProps = { onAgain: () => void }

/** Says the same whether the address is known or not; the typed address lets a slip be seen. */
export function LinkSentPage({ email, onAgain }: RetryProps & { email: string }) {
  const { sent } = useWords().home
  const [before = '', after = ''] = sent.body.split('{email}')
  return (
    <PatientPage title={sent.title}>
      <p className="mt-3">
        {before}
        <bdi dir="ltr" className="font-semibold wrap-anywhere">
          {email}
        </bdi>
        {after}
      </p>
      <p className="mt-2">{sent.once}</p>
      <section className="mt-8">
        <h2>{sent.nothing}</h2>
        <p className="mt-2">{sent.nothingBody}</p>
        <TextButton className="mt-3" onClick={onAgain}>
          {sent.again}
        </TextButton>
      </section>
    </PatientPage>
  )
}

/** Used, expired and unknown links are told alike; only who has just locked one is told that. */
export function HomeInvalidLinkPage({ locked, onAgain }: RetryProps & { locked: boolean }) {
  const { home } = useWords()
  const { dead } = home
  return (
    <PatientPage title={locked ? home.locked.title : dead.title}>
      <p className="mt-3">{locked ? home.locked.body : dead.body}</p>
      {!locked && (
        <ul className="mt-2 list-disc space-y-1 ps-6">
          {dead.reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
      <section className="mt-8">
        <h2>{dead.next}</h2>
        <p className="mt-2 mb-6">{dead.nextBody}</p>
        <Button onClick={onAgain}>{home.again}</Button>
        <div className="mt-4">
          <CallPracticeButton />
        </div>
      </section>
    </PatientPage>
  )
}

/** The end: nothing is open any more. */
export function SignedOutPage({ onAgain }: RetryProps) {
  const { left, again } = useWords().home
  return (
    <PatientPage title={left.title}>
      <p className="mt-3">{left.body}</p>
      <p className="mt-2">{left.copies}</p>
      <Button variant="quiet" className="mt-8" onClick={onAgain}>
        {again}
      </Button>
    </PatientPage>
  )
}
