import { useCallback, useEffect, useState } from 'react'
import { api } from '../../api.ts'
import { useConfirm } from '../../ui/alert-provider.tsx'
import type { FieldProblem } from '../../ui/plain/error-summary.tsx'
import { saveDraftState, readDraftState } from '../../ui/plain/form-draft.ts'
import { useIdempotencyKey } from '../../ui/use-idempotency-key.ts'
import { useTask, type Problem } from '../../ui/use-task.ts'
import { useToothNotation } from '../clinics/index.ts'
import { patientName } from '../patients/index.ts'
import { useUnsavedChangesGuard } from '../templates/index.ts'
import { validateForSaving, validateForSending, errorsOfRefusal } from './consent-form-validation.ts'
import {
  chosenTreatments,
  isUnaskedAcknowledged,
  toConsentInput,
  withoutRiskDecisions,
  withoutStaleRiskText,
  type Consent,
  type ConsentValues,
  type SendBy,
} from './consent-form-values.ts'
import type { ConsentFormStart } from './consent-start.ts'
import { extractionPrompt } from './extraction-prompt.ts'
import { sendNamingUnasked } from './unasked-questions.ts'
import { useDraftAutosave } from './use-draft-autosave.ts'

type ConsentFormOptions = {
  /** Whether the signed-in person may let go ahead what a rule stops. */
  mayOverride: boolean
  /** A draft was made: the address leads to it from now on. */
  onCreated: (consentId: string) => void
  /** After each change of the draft that was saved. */
  onSaved?: (() => void) | undefined
}

/** What somebody wrote before a draft is made of it; whom it is for, by whom and what rules find is no loss. */
const hasContent = (values: ConsentValues) => {
  const others = { ...values, patient: null, clinicianId: '', risks: null, decisions: {} }
  return JSON.stringify({ ...toConsentInput(others), language: '', format: '' })
}

const unsavedChangesText = 'The last changes are not saved yet. They stay in this tab until you sign out.'
const draftName = 'consent'

/** A consent while it is made out: what stands there, what is wrong with it, and the draft that is kept in step with it. */
export function useConsentForm(start: ConsentFormStart, options: ConsentFormOptions) {
  const { mayOverride, onCreated, onSaved } = options
  const [restored] = useState(() => ofSamePatient(readDraftState(draftName, start.values), start))
  const [values, setAll] = useState(restored.kept ?? start.values)
  const [offered, setOffered] = useState(restored.offered)
  const [errors, setErrors] = useState<readonly FieldProblem[]>([])
  const sendKeyOf = useIdempotencyKey()
  const confirm = useConfirm()
  const notation = useToothNotation()
  const { busy, problem, run } = useTask()
  const [pressed, setPressed] = useState<'save' | SendBy>('save')
  const setValues = useCallback(
    (change: (values: ConsentValues) => ConsentValues) =>
      setAll((now) => withoutStaleRiskText(withoutRiskDecisions(now, change(now)))),
    [],
  )
  const savingFaults = validateForSaving(values)
  const isTouched = start.draft !== null || hasContent(values) !== hasContent(start.values)
  const saving = useDraftAutosave({
    ...{ draft: start.draft, replaces: start.replaces, onCreated, onSaved },
    details: toConsentInput(values),
    maySave: isTouched && savingFaults.length === 0,
  })
  const isUnsaved = saving.saved ? !saving.isSaved : isTouched
  const { letGo } = useUnsavedChangesGuard(isUnsaved, unsavedChangesText)
  const [begun] = useState(start.values)
  useEffect(() => {
    if (offered === null) saveDraftState(draftName, begun, isUnsaved ? values : null)
  }, [begun, values, isUnsaved, offered])

  /** Runs when the form has no faults. A refusal that belongs to a field is shown there, any other beside the buttons. */
  async function attempt(faults: FieldProblem[], work: () => Promise<void>) {
    setErrors(faults)
    if (faults.length > 0) return
    await run(async () => {
      try {
        await work()
      } catch (error) {
        const refused = errorsOfRefusal(error as Problem, values)
        // Its adoption was withdrawn meanwhile: the question belongs on the form now.
        if ((error as Problem).reason === 'wording-unconfirmed') setValues(withWordingToConfirm)
        if (refused.length === 0) throw error
        setErrors(refused)
      }
    })
  }

  async function rightTooth(): Promise<boolean> {
    const planned = chosenTreatments(values).map(({ template, teeth }) => ({
      treatmentType: template?.treatmentType ?? '',
      teeth,
    }))
    const question = values.patient && extractionPrompt(patientName(values.patient), planned, notation)
    return question ? confirm(question) : true
  }

  async function save(onSaved: () => void) {
    setPressed('save')
    await attempt(savingFaults, async () => {
      await saving.save()
      onSaved()
    })
  }

  /** Goes on to something else once what stands there is saved; false where it cannot be, and the form says why. */
  function leave(goOn: () => void): boolean {
    if (!isUnsaved) goOn()
    else void save(goOn)
    return !isUnsaved || savingFaults.length === 0
  }

  /** Saves what stands there and answers the draft; null where the form says what it lacks first. */
  async function saveForPictures(): Promise<string | null> {
    let draftId: string | null = null
    await attempt(savingFaults, async () => {
      draftId = (await saving.save()).id
    })
    return draftId
  }

  async function send(by: SendBy, onSent: (consent: Consent) => void) {
    setPressed(by)
    const faults = validateForSending(values, mayOverride)
    if (faults.length === 0 && !(await rightTooth())) return
    await attempt(faults, async () => {
      const { id: consentId, updatedAt } = await saving.save()
      const { wordingConfirmed } = values
      const sent = await sendNamingUnasked(
        (unaskedAcknowledged) => {
          const confirmed = { wordingConfirmed, unaskedAcknowledged }
          const context = { idempotencyKey: sendKeyOf([consentId, by, updatedAt, confirmed]) }
          return api.consents.send({ consentId, by, ...confirmed }, { context })
        },
        { isAcknowledged: values.risks !== null && isUnaskedAcknowledged(values), confirm },
      )
      if (!sent) return
      saving.finish()
      letGo()
      onSent(sent)
    })
  }

  const doing = busy ? pressed : null
  /** What was typed here before the saved draft changed: taken over, or given up. */
  const answerOffer = (take: boolean) => {
    if (take && offered) setAll(offered)
    setOffered(null)
  }
  /** The draft is no more: nothing is saved from here on, and nothing of it stays in this tab. */
  function giveUp() {
    saving.finish()
    letGo()
    saveDraftState(draftName, begun, null)
  }
  const acts = { save, leave, saveForPictures, send, answerOffer, giveUp }
  return {
    values,
    setValues,
    errors,
    problem,
    doing,
    saving,
    savingFaults,
    isUnsaved,
    hasOffer: offered !== null,
    ...acts,
  }
}

/** What was kept in this tab, unless it was written for another patient than the draft's. */
function ofSamePatient(
  restored: ReturnType<typeof readDraftState<ConsentValues>>,
  { draft, values }: ConsentFormStart,
): typeof restored {
  const isOther = (kept: ConsentValues | null) =>
    draft !== null && kept !== null && kept.patient?.id !== values.patient?.id
  return isOther(restored.kept) || isOther(restored.offered) ? { kept: null, offered: null } : restored
}

const withWordingToConfirm = (values: ConsentValues): ConsentValues => ({
  ...values,
  treatments: values.treatments.map((one) => ({ ...one, wordingToConfirm: true })),
})
