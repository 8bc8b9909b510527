import { today } from '../../../contract/calendar-day.ts'
import { useState, type FormEvent } from 'react'
import { Button } from '../../ui/plain/button.tsx'
import { DateOfBirthField } from '../../ui/plain/date-of-birth-field.tsx'
import { datePartsFrom, type DatePart } from '../../ui/plain/date-parts.ts'
import { spelledOut } from '../../ui/plain/spelled-date.ts'
import { TextField } from '../../ui/plain/text-field.tsx'
import { CallRefused, PatientPage, checkBirthDate, fillCount, useWords } from '../signing/index.ts'
import { openHome } from './home-api.ts'
import { lostText } from './home-problem.ts'

type Fault = { id?: string; text: string; parts?: readonly DatePart[] }

type ProofPageProps = {
  token: string
  onProved: () => void
  onDead: (locked: boolean) => void
}

/** Asks whose page the link opens: by the birth date, and where that is not enough by the first name. */
export function ProofPage({ token, onProved, onDead }: ProofPageProps) {
  const words = useWords()
  const [dateOfBirth, setDateOfBirth] = useState<string>()
  const [faults, setFaults] = useState<readonly Fault[]>([])
  const [busy, setBusy] = useState(false)

  async function prove(proof: { dateOfBirth: string; firstName?: string }) {
    setBusy(true)
    try {
      await openHome({ token, ...proof })
      onProved()
    } catch (error) {
      setBusy(false)
      if (!(error instanceof CallRefused)) return setFaults([{ text: lostText(error, words) }])
      refused(error, proof.dateOfBirth)
    }
  }

  function refused({ code, details }: CallRefused, date: string) {
    const { reason, attemptsLeft } = details
    if (reason === 'first-name-needed') {
      setFaults([])
      return setDateOfBirth(date)
    }
    if (reason !== 'wrong-birth-date' && reason !== 'wrong-first-name') return onDead(code !== 'not-found')
    const wrong = reason === 'wrong-first-name' ? words.home.name.wrong : words.birthDate.wrong
    const left =
      typeof attemptsLeft === 'number'
        ? ` ${fillCount(words.birthDate.attempts, attemptsLeft, words.locale)}`
        : ''
    setFaults([{ id: reason === 'wrong-first-name' ? nameId : dateId, text: wrong + left }])
  }

  const common = { faults, busy, onFault: (fault: Fault) => setFaults([fault]) }
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
  faults: readonly Fault[]
  busy: boolean
  onFault: (fault: Fault) => void
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
    const typed = await spelledOut(datePartsFrom(new FormData(event.currentTarget), 'dateOfBirth'), today())
    const check = checkBirthDate(typed, today(), birthDate)
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
          words={birthDate.parts}
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
