import { useState, type FormEvent } from 'react'
import { Button } from '../../ui/plain/button.tsx'
import { errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { RequestRefusedError, PatientPage, useWords } from '../signing/index.ts'
import { requestHomeLink } from './home-api.ts'
import { connectionLostText } from './home-problem.ts'

const id = 'email'
const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

type AddressPageProps = {
  /** The page was open, and its time ran out. */
  isExpired: boolean
  onSent: (email: string) => void
}

/** Asks where to send the link. What comes next is the same for every address. */
export function AddressPage({ isExpired, onSent }: AddressPageProps) {
  const words = useWords()
  const { ask } = words.home
  const [problems, setProblems] = useState<readonly FieldProblem[]>([])
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const email = String(new FormData(event.currentTarget).get(id)).trim()
    if (!emailPattern.test(email)) return setProblems([{ id, text: email === '' ? ask.empty : ask.wrong }])
    setBusy(true)
    try {
      await requestHomeLink(email)
      onSent(email)
    } catch (error) {
      setBusy(false)
      const malformed = error instanceof RequestRefusedError && error.code === 'invalid-argument'
      setProblems([malformed ? { id, text: ask.wrong } : { text: connectionLostText(error, words) }])
    }
  }

  return (
    <PatientPage title={ask.title} windowTitle={ask.shortTitle} problems={problems}>
      {isExpired && <p className="mt-4 rounded-md bg-brand-soft p-4">{ask.lapsed}</p>}
      <p className="mt-3">{ask.lead}</p>
      <form onSubmit={submit} noValidate className="mt-6">
        <TextField
          id={id}
          name={id}
          type="email"
          label={ask.label}
          hint={ask.hint}
          error={errorOf(problems, id)}
          autoComplete="email"
          spellCheck={false}
          maxLength={254}
          dir="ltr"
        />
        <Button type="submit" busy={busy} className="mt-8">
          {ask.send}
        </Button>
      </form>
    </PatientPage>
  )
}
