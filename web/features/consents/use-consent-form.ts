import { useState } from 'react'
import type { PatientRisks } from '../../../contract/histories.ts'
import { api } from '../../api.ts'
import { useConfirm } from '../../ui/alert-provider.tsx'
import type { FieldProblem } from '../../ui/plain/error-summary.tsx'
import { useLatest } from '../../ui/use-latest.ts'
import { useRepeatKey } from '../../ui/use-repeat-key.ts'
import { useTask, type Problem } from '../../ui/use-task.ts'
import { patientName } from '../patients/index.ts'
import {
  detailsOf,
  faultsBeforeSaving,
  faultsBeforeSending,
  faultsOfRefusal,
  missingOf,
  withRisks,
  withWording,
  type Consent,
  type ConsentValues,
  type SendBy,
} from './consent-form-values.ts'
import { readWording, type ConsentStart } from './consent-start.ts'
import { extractionQuestion } from './extraction-question.ts'
import { recallHabits, rememberHabits } from './placeholder-memory.ts'

/** A consent while it is made out: what is typed, what is wrong with it, and the draft it was last saved as. */
export function useConsentForm(
  start: ConsentStart,
  { clinicId, mayOverride }: { clinicId: string; mayOverride: boolean },
) {
  const [values, setValues] = useState(start.values)
  const [draft, setDraft] = useState(start.draft)
  const [savedAs, setSavedAs] = useState(() => start.draft && JSON.stringify(detailsOf(start.values)))
  const [errors, setErrors] = useState<readonly FieldProblem[]>([])
  const keyOf = useRepeatKey()
  const sendKeyOf = useRepeatKey()
  const confirm = useConfirm()
  const { busy, problem, run } = useTask()
  const [pressed, setPressed] = useState<'save' | SendBy>('save')

  const wording = useLatest(readWording, (read) =>
    setValues((now) => withWording(now, read, recallHabits(clinicId, read.template.id))),
  )

  const change = (changes: Partial<ConsentValues>) => setValues((now) => ({ ...now, ...changes }))

  const learnRisks = (risks: PatientRisks) => setValues((now) => withRisks(now, risks))

  /** The wording follows the choice: what the template asks for, and whether it needs a tooth or a diagnosis. */
  async function chooseTemplate(templateId: string) {
    change({ templateId, template: null, risks: null, wordingToConfirm: false, wordingConfirmed: false })
    await wording.ask(templateId)
  }

  async function store(): Promise<Consent> {
    const details = detailsOf(values)
    const saved = draft
      ? await api.consents.update({ ...details, consentId: draft.id })
      : await api.consents.create(
          { ...details, replaces: start.replaces },
          { context: { idempotencyKey: keyOf(details) } },
        )
    setDraft(saved)
    setSavedAs(JSON.stringify(details))
    return saved
  }

  /** Runs when the form has no faults. A refusal that belongs to a field is shown there, any other beside the buttons. */
  async function attempt(faults: FieldProblem[], work: () => Promise<void>) {
    setErrors(faults)
    if (faults.length > 0) return
    await run(async () => {
      try {
        await work()
      } catch (error) {
        // Its adoption was withdrawn meanwhile: the question belongs on the form now.
        if ((error as Problem).reason === 'wording-unconfirmed') change({ wordingToConfirm: true })
        const refused = faultsOfRefusal(error as Problem, missingOf(values))
        if (refused.length === 0) throw error
        setErrors(refused)
      }
    })
  }

  async function rightTooth(): Promise<boolean> {
    const { patient, template, teeth } = values
    const question =
      patient && template && extractionQuestion(patientName(patient), template.treatmentType, teeth)
    return question ? confirm(question) : true
  }

  async function save(onSaved: (consent: Consent) => void) {
    setPressed('save')
    await attempt(faultsBeforeSaving(values), async () => onSaved(await store()))
  }

  async function send(by: SendBy, onSent: (consent: Consent) => void) {
    setPressed(by)
    const faults = faultsBeforeSending(values, mayOverride)
    if (faults.length === 0 && !(await rightTooth())) return
    await attempt(faults, async () => {
      const { id: consentId } = await store()
      const { wordingConfirmed } = values
      const context = { idempotencyKey: sendKeyOf([consentId, by, wordingConfirmed]) }
      const sent = await api.consents.send({ consentId, by, wordingConfirmed }, { context })
      rememberHabits(clinicId, values.templateId, values.placeholders)
      onSent(sent)
    })
  }

  const unchanged = draft !== null && savedAs === JSON.stringify(detailsOf(values))
  return {
    values,
    change,
    learnRisks,
    chooseTemplate,
    wording,
    errors,
    problem,
    doing: busy ? pressed : null,
    draft,
    unchanged,
    save,
    send,
  }
}
