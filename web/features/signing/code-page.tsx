import { useState, type FormEvent } from 'react'
import { link_code_length } from '../../../contract/limits.ts'
import type { CodeRequired, OpenedConsent } from '../../../contract/signing.ts'
import { Button } from '../../ui/plain/button.tsx'
import { errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { PatientPage } from './patient-page.tsx'
import { CallPracticeButton } from './practice-call.tsx'
import { verifyCode, sendCode } from './signing-api.ts'
import { RequestFailedError, RequestRefusedError, isLockedOut } from './signing-call.ts'
import { TextButton } from './text-button.tsx'
import { useWords } from './words-context.tsx'
import { fillPlaceholders, fillCount } from './words-text.ts'

type CodePageProps = {
  accessToken: string
  /** As it was just proved; kept by this page alone, and asked for again after a reload. */
  dateOfBirth: string
  codeRequest: CodeRequired
  onVerified: (consent: OpenedConsent) => void
  onInvalidLink: () => void
  onLocked: () => void
  onBack: () => void
}

const id = 'code'
const stripSpaces = (typed: string): string => typed.replaceAll(/\s/g, '')

/** The code from the phone on file, where the practice asks for one besides the birth date. */
export function CodePage(props: CodePageProps) {
  const { wayIn } = useWords()
  const [currentRequest, setWanted] = useState(props.codeRequest)
  if (currentRequest.code === 'sent')
    return <CodeForm {...props} codeRequest={currentRequest} onWanted={setWanted} />
  return (
    <PatientPage title={wayIn.code.stoppedTitle} onBack={props.onBack}>
      <p className="mt-3 mb-6">
        {currentRequest.code === 'too-many' ? wayIn.code.tooMany : wayIn.code.noMobile}
      </p>
      <CallPracticeButton />
    </PatientPage>
  )
}

function CodeForm(props: CodePageProps & { onWanted: (wanted: CodeRequired) => void }) {
  const { accessToken, dateOfBirth, codeRequest, onWanted, onVerified, onInvalidLink, onLocked, onBack } =
    props
  const words = useWords()
  const { code: said } = words.wayIn
  const [problems, setProblems] = useState<readonly FieldProblem[]>([])
  const [busy, setBusy] = useState(false)
  const [sentAgain, setSentAgain] = useState(false)

  function answer(error: unknown) {
    if (error instanceof RequestRefusedError && error.code === 'not-found') return onInvalidLink()
    if (error instanceof RequestRefusedError && isLockedOut(error.details.reason)) return onLocked()
    if (error instanceof RequestRefusedError) return setProblems([{ id, text: wrongText(error) }])
    const tooMany = error instanceof RequestFailedError && error.code === 'resource-exhausted'
    setProblems([{ text: tooMany ? words.trouble.tooMany : words.trouble.offline }])
  }

  function wrongText(error: RequestRefusedError): string {
    const left = error.details['attemptsLeft']
    const next =
      typeof left === 'number' && left > 0
        ? fillCount(words.birthDate.attempts, left, words.locale)
        : said.askAgain
    return `${said.wrong} ${next}`
  }

  async function run(work: () => Promise<void>) {
    if (busy) return
    setBusy(true)
    setProblems([])
    try {
      await work()
    } catch (error) {
      answer(error)
    }
    setBusy(false)
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const code = stripSpaces(String(new FormData(event.currentTarget).get('code')))
    if (!new RegExp(String.raw`^\d{${link_code_length}}$`).test(code))
      return setProblems([{ id, text: said.empty }])
    await run(async () => onVerified((await verifyCode(accessToken, dateOfBirth, code)).consent))
  }

  const resendCode = () =>
    run(async () => {
      onWanted(await sendCode(accessToken, dateOfBirth))
      setSentAgain(true)
    })

  return (
    <PatientPage title={said.title} windowTitle={said.shortTitle} problems={problems} onBack={onBack}>
      {sentAgain && (
        <InlineMessage tone="ok" role="status" className="mt-4">
          {said.sentAgain}
        </InlineMessage>
      )}
      <p className="mt-3">
        {/* The end of a number is read from left to right in every language. */}
        {fillPlaceholders(said.sent, { end: `\u2066${codeRequest.sentTo?.replace('…', '') ?? ''}\u2069` })}
      </p>
      <form onSubmit={(event) => void submit(event)} method="dialog" noValidate className="mt-6">
        <TextField
          id={id}
          name="code"
          label={said.label}
          hint={said.hint}
          error={errorOf(problems, id)}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={link_code_length + 3}
          dir="ltr"
          width="short"
        />
        <Button type="submit" busy={busy} className="mt-8">
          {words.page.continue}
        </Button>
      </form>
      <TextButton className="mt-6" onClick={() => void resendCode()}>
        {said.again}
      </TextButton>
      <div className="mt-2">
        <CallPracticeButton />
      </div>
    </PatientPage>
  )
}
