import { useEffect, useState, type FormEvent } from 'react'
import { supporter_code_length } from '../../../contract/limits.ts'
import type { SupporterView } from '../../../contract/supporters.ts'
import { Button } from '../../ui/plain/button.tsx'
import { errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { PatientPage } from './patient-page.tsx'
import { CallPracticeButton } from './practice-call.tsx'
import { usePractice } from './practice-context.tsx'
import { RequestFailedError, RequestRefusedError, isLockedOut } from './signing-call.ts'
import { readSupporterLink, verifySupporterCode, readSupporterView } from './supporter-api.ts'
import { SupporterText } from './supporter-text.tsx'
import { fetchDirections } from './wording-direction.tsx'
import { useWords } from './words-context.tsx'

type PageState =
  | { page: 'asking' }
  | { page: 'dead' }
  | { page: 'locked' }
  | { page: 'reading'; supporterId: string; view: SupporterView }

/** Somebody whom a patient lets read along: the code first, then the text, and nothing to answer. */
export function SupporterJourney({ accessToken }: { accessToken: string }) {
  const { setPractice } = usePractice()
  const [shown, setShown] = useState<PageState>({ page: 'asking' })

  useEffect(() => {
    let isCancelled = false
    readSupporterLink(accessToken).then(
      ({ practice, locked }) => {
        if (isCancelled) return
        setPractice(practice)
        if (locked) setShown({ page: 'locked' })
      },
      (error: unknown) => {
        // Without an answer the code can still be typed; sending it tells what is the matter.
        if (!isCancelled && error instanceof RequestRefusedError) setShown({ page: 'dead' })
      },
    )
    return () => {
      isCancelled = true
    }
  }, [accessToken, setPractice])

  async function submitCode(code: string) {
    const { supporterId } = await verifySupporterCode(accessToken, code)
    const view = await readSupporterView(supporterId)
    await fetchDirections(view.content)
    setShown({ page: 'reading', supporterId, view })
  }

  if (shown.page === 'reading') return <SupporterText supporterId={shown.supporterId} view={shown.view} />
  if (shown.page === 'asking') {
    return (
      <SupporterCodePage
        onSubmit={submitCode}
        onInvalidLink={() => setShown({ page: 'dead' })}
        onLocked={() => setShown({ page: 'locked' })}
      />
    )
  }
  return <InvalidSupporterLinkPage locked={shown.page === 'locked'} />
}

type SupporterCodePageProps = {
  onSubmit: (code: string) => Promise<void>
  onInvalidLink: () => void
  onLocked: () => void
}
const id = 'code'

function SupporterCodePage({ onSubmit, onInvalidLink, onLocked }: SupporterCodePageProps) {
  const words = useWords()
  const { reader } = words.sharing
  const [problems, setProblems] = useState<readonly FieldProblem[]>([])
  const [busy, setBusy] = useState(false)

  function answer(error: unknown) {
    if (error instanceof RequestRefusedError && isLockedOut(error.details.reason)) return onLocked()
    if (error instanceof RequestRefusedError && error.details.reason === 'wrong-code')
      return setProblems([{ id, text: reader.wrong }])
    if (error instanceof RequestRefusedError) return onInvalidLink()
    const tooMany = error instanceof RequestFailedError && error.code === 'resource-exhausted'
    setProblems([{ text: tooMany ? words.trouble.tooMany : words.trouble.offline }])
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const code = String(new FormData(event.currentTarget).get('code')).replaceAll(/\s/g, '')
    if (!new RegExp(String.raw`^\d{${supporter_code_length}}$`).test(code))
      return setProblems([{ id, text: reader.empty }])
    setBusy(true)
    setProblems([])
    try {
      await onSubmit(code)
    } catch (error) {
      setBusy(false)
      answer(error)
    }
  }

  return (
    <PatientPage title={reader.title} windowTitle={reader.shortTitle} problems={problems}>
      <p className="mt-3">{reader.why}</p>
      <form onSubmit={(event) => void submit(event)} method="dialog" noValidate className="mt-6">
        <TextField
          id={id}
          name="code"
          label={words.wayIn.code.label}
          hint={words.wayIn.code.hint}
          error={errorOf(problems, id)}
          inputMode="numeric"
          autoComplete="off"
          maxLength={supporter_code_length + 3}
          dir="ltr"
          width="short"
        />
        <Button type="submit" busy={busy} className="mt-8">
          {words.page.continue}
        </Button>
      </form>
    </PatientPage>
  )
}

/** Ended by the patient, the practice or time, locked, or never there: what to do is the same. */
function InvalidSupporterLinkPage({ locked }: { locked: boolean }) {
  const { sharing, dead } = useWords()
  return (
    <PatientPage title={locked ? sharing.states.locked : dead.title}>
      <p className="mt-3 mb-6">{sharing.reader.ended}</p>
      <CallPracticeButton />
    </PatientPage>
  )
}
