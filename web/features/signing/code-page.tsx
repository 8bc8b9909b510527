import { useState, type FormEvent } from 'react'
import { link_code_length } from '../../../contract/limits.ts'
import type { CodeWanted } from '../../../contract/signing.ts'
import { Button } from '../../ui/plain/button.tsx'
import { errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { PatientPage } from './patient-page.tsx'
import { PracticeCall } from './practice-call.tsx'
import { proveCode, sendCode } from './signing-api.ts'
import { CallLost, CallRefused, isLockedOut } from './signing-call.ts'
import { TextButton } from './text-button.tsx'
import { useWords } from './words-context.tsx'
import { fill, fillCount } from './words-text.ts'

type CodePageProps = {
  accessToken: string
  /** As it was just proved; kept by this page alone, and asked for again after a reload. */
  dateOfBirth: string
  wanted: CodeWanted
  onOpened: (consentId: string) => void
  onDead: () => void
  onLocked: () => void
  onBack: () => void
}

const id = 'code'
const digitsOf = (typed: string): string => typed.replaceAll(/\s/g, '')

/** The code from the phone on file, where the practice asks for one besides the birth date. */
export function CodePage(props: CodePageProps) {
  const { wayIn } = useWords()
  const [wanted, setWanted] = useState(props.wanted)
  if (wanted.code === 'sent') return <CodeForm {...props} wanted={wanted} onWanted={setWanted} />
  return (
    <PatientPage title={wayIn.code.stoppedTitle} onBack={props.onBack}>
      <p className="mt-3 mb-6">{wanted.code === 'too-many' ? wayIn.code.tooMany : wayIn.code.noMobile}</p>
      <PracticeCall />
    </PatientPage>
  )
}

function CodeForm(props: CodePageProps & { onWanted: (wanted: CodeWanted) => void }) {
  const { accessToken, dateOfBirth, wanted, onWanted, onOpened, onDead, onLocked, onBack } = props
  const words = useWords()
  const { code: said } = words.wayIn
  const [problems, setProblems] = useState<readonly FieldProblem[]>([])
  const [busy, setBusy] = useState(false)
  const [sentAgain, setSentAgain] = useState(false)

  function answer(error: unknown) {
    if (error instanceof CallRefused && error.code === 'not-found') return onDead()
    if (error instanceof CallRefused && isLockedOut(error.details.reason)) return onLocked()
    if (error instanceof CallRefused) return setProblems([{ id, text: wrongText(error) }])
    const tooMany = error instanceof CallLost && error.code === 'resource-exhausted'
    setProblems([{ text: tooMany ? words.trouble.tooMany : words.trouble.offline }])
  }

  function wrongText(error: CallRefused): string {
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
    const code = digitsOf(String(new FormData(event.currentTarget).get('code')))
    if (!new RegExp(String.raw`^\d{${link_code_length}}$`).test(code))
      return setProblems([{ id, text: said.empty }])
    await run(async () => onOpened((await proveCode(accessToken, dateOfBirth, code)).consentId))
  }

  const again = () =>
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
        {fill(said.sent, { end: `\u2066${wanted.sentTo?.replace('…', '') ?? ''}\u2069` })}
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
      <TextButton className="mt-6" onClick={() => void again()}>
        {said.again}
      </TextButton>
      <div className="mt-2">
        <PracticeCall />
      </div>
    </PatientPage>
  )
}
