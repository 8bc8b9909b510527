import { useState } from 'react'
import { api } from '../../api.ts'
import { useConfirm } from '../../ui/alert-provider.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useRepeatKey } from '../../ui/use-repeat-key.ts'
import { useTask } from '../../ui/use-task.ts'
import type { Consent, SendBy } from './consent-form-values.ts'
import { extractionQuestion } from './extraction-question.ts'

/** Sends a draft as it stands, by e-mail or as a link to hand over. */
export function useDraftSending(consent: Consent, onChanged: () => Promise<void>) {
  const { busy, problem, run } = useTask()
  const [handingOver, setHandingOver] = useState(false)
  const confirm = useConfirm()
  const toast = useToast()
  const keyOf = useRepeatKey()
  const { id: consentId, patient, content, teeth } = consent

  async function send(by: SendBy) {
    const question = extractionQuestion(patient.name, content.treatmentType, teeth)
    if (question && !(await confirm(question))) return
    const context = { idempotencyKey: keyOf([consentId, by, consent.updatedAt]) }
    const done = await run(async () => {
      await api.consents.send({ consentId, by }, { context })
      await onChanged()
    })
    if (!done) return
    if (by === 'link') setHandingOver(true)
    else toast(`On its way to ${patient.name} by e-mail.`)
  }
  function closeLink() {
    setHandingOver(false)
    void onChanged()
  }
  return { send, busy, problem, handingOver, closeLink }
}
