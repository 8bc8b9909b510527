import { today } from '../../../contract/calendar-day.ts'
import { useState, type FormEvent } from 'react'
import { Button } from '../../ui/plain/button.tsx'
import { DateOfBirthField } from '../../ui/plain/date-of-birth-field.tsx'
import { datePartsFrom, type DatePart } from '../../ui/plain/date-parts.ts'
import { expandPastedDate } from '../../ui/plain/date-paste.ts'
import { TextField } from '../../ui/plain/text-field.tsx'
import { RequestRefusedError, PatientPage, validateBirthDate, fillCount, useWords } from '../signing/index.ts'
import { openHome } from './home-api.ts'
import { connectionLostText } from './home-problem.ts'

type IdentityError = { id?: string; text: string; parts?: readonly DatePart[] }

type IdentityCheckPageProps = {
  token: string
  onVerified: () => void
  onInvalidLink: (locked: boolean) => void
}

/** Asks whose page the link opens: by the birth date, and where that is not enough by the first name. */
export function IdentityCheckPage({ token, onVerified, onInvalidLink }: IdentityCheckPageProps) {
  const words = useWords()
  const [dateOfBirth, setDateOfBirth] = useState<string>()
  const [faults, setFaults] = useState<readonly IdentityError[]>([])
  const [busy, setBusy] = useState(false)

  async function prove(proof: { dateOfBirth: string; firstName?: string }) {
    setBusy(true)
    try {
      await openHome({ token, ...proof })
      onVerified()
    } catch (error) {
      setBusy(false)
      if (!(error instanceof RequestRefusedError))
        return setFaults([{ text: connectionLostText(error, words) }])
      refused(error, proof.dateOfBirth)
    }
  }

  function refused({ code, details }: RequestRefusedError, date: string) {
    const { reason, attemptsLeft } = details
    if (reason === 'first-name-needed') {
      setFaults([])
      return setDateOfBirth(date)
    }
    if (reason !== 'wrong-birth-date' && reason !== 'wrong-first-name')
      return onInvalidLink(code !== 'not-found')
    const wrong = reason === 'wrong-first-name' ? words.home.name.wrong : words.birthDate.wrong
    const left =
      typeof attemptsLeft === 'number'
        ? ` ${fillCount(words.birthDate.attempts, attemptsLeft, words.locale)}`
        : ''
    setFaults([{ id: reason === 'wrong-first-name' ? nameId : dateId, text: wrong + left }])
  }

  const common = { faults, busy, onFault: (fault: IdentityError) => setFaults([fault]) }
  if (dateOfBirth === undefined)
    return <BirthDateQuestion {...common} onAnswer={(date) => void prove({ dateOfBirth: date })} />
  return (
    <FirstNameQuestion
      {...common}
      onBack={() => {
        setFaults([])
        setDateOfBirth(undefined)
      }}
      onAnswer={(firstName) => void prove({ dateOfBirth, firstName })}
    />
  )
}

type QuestionProps = {
  faults: readonly IdentityError[]
  busy: boolean
  onFault: (fault: IdentityError) => void
  onAnswer: (answer: string) => void
}

const dateId = 'date-of-birth'
const nameId = 'first-name'

function BirthDateQuestion({ faults, busy, onFault, onAnswer }: QuestionProps) {
  const { home, birthDate, page } = useWords()
  const { prove } = home
  const [fault] = faults

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const typed = await expandPastedDate(
      datePartsFrom(new FormData(event.currentTarget), 'dateOfBirth'),
      today(),
    )
    const check = validateBirthDate(typed, today(), birthDate)
    if (check.ok) return onAnswer(check.date)
    const [first] = check.parts
    onFault({ id: first === 'day' ? dateId : `${dateId}-${first}`, text: check.text, parts: check.parts })
  }

  return (
    <PatientPage title={prove.title} windowTitle={birthDate.shortTitle} problems={faults}>
      <p className="mt-3">{prove.why}</p>
      <p className="mt-2 text-muted">{prove.whose}</p>
      <form onSubmit={(event) => void submit(event)} noValidate className="mt-6">
        <DateOfBirthField
          id={dateId}
          legend={prove.title}
          hideLegend
          hint={birthDate.hint}
          error={fault?.id === undefined ? undefined : fault.text}
          invalidParts={fault?.parts}
          labels={birthDate.parts}
        />
        <Button type="submit" busy={busy} className="mt-8">
          {page.continue}
        </Button>
      </form>
    </PatientPage>
  )
}

function FirstNameQuestion({
  faults,
  busy,
  onFault,
  onAnswer,
  onBack,
}: QuestionProps & { onBack: () => void }) {
  const { home, page } = useWords()
  const { name } = home
  const [fault] = faults

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const typed = String(new FormData(event.currentTarget).get('firstName')).trim()
    if (typed === '') return onFault({ id: nameId, text: name.empty })
    onAnswer(typed)
  }

  return (
    <PatientPage title={name.title} windowTitle={name.label} problems={faults} onBack={onBack}>
      <p className="mt-3">{name.why}</p>
      <form onSubmit={submit} noValidate className="mt-6">
        <TextField
          id={nameId}
          name="firstName"
          label={name.label}
          hint={name.hint}
          error={fault?.id === undefined ? undefined : fault.text}
          autoComplete="off"
          maxLength={100}
          dir="auto"
        />
        <Button type="submit" busy={busy} className="mt-8">
          {page.continue}
        </Button>
      </form>
    </PatientPage>
  )
}
