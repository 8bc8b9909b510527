import { useState } from 'react'
import { api } from '../../api.ts'
import { useConfirm } from '../../ui/alert-provider.tsx'
import type { FieldProblem } from '../../ui/plain/error-summary.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useIdempotencyKey } from '../../ui/use-idempotency-key.ts'
import { useTask } from '../../ui/use-task.ts'
import { useToothNotation } from '../clinics/index.ts'
import { wordingUnconfirmed } from './consent-form-validation.ts'
import type { Consent, SendBy } from './consent-form-values.ts'
import { channelPhrases } from './link-words.ts'
import { sendNamingUnasked } from './unasked-questions.ts'
import { extractionPrompt, plannedExtractions } from './extraction-prompt.ts'

/** Sends a draft as it stands, by e-mail, as a text message or as a link to hand over. */
export function useDraftSending(consent: Consent, onChanged: () => Promise<void>) {
  const { busy, problem, run } = useTask()
  const [handingOver, setHandingOver] = useState(false)
  const confirm = useConfirm()
  const notation = useToothNotation()
  const toast = useToast()
  const keyOf = useIdempotencyKey()
  const [wordingConfirmed, setConfirmed] = useState(false)
  const [errors, setErrors] = useState<readonly FieldProblem[]>([])
  const { id: consentId, patient, wordingToConfirm } = consent

  async function send(by: SendBy) {
    const unconfirmed = wordingToConfirm && !wordingConfirmed
    setErrors(unconfirmed ? [wordingUnconfirmed] : [])
    if (unconfirmed) return
    const question = extractionPrompt(patient.name, plannedExtractions(consent), notation)
    if (question && !(await confirm(question))) return
    let isSent = false
    await run(async () => {
      const sent = await sendNamingUnasked(
        (unaskedAcknowledged) => {
          const confirmed = { wordingConfirmed, unaskedAcknowledged }
          const context = { idempotencyKey: keyOf([consentId, by, consent.updatedAt, confirmed]) }
          return api.consents.send({ consentId, by, ...confirmed }, { context })
        },
        { isAcknowledged: false, confirm },
      )
      if (sent) await onChanged()
      isSent = sent !== null
    })
    if (!isSent) return
    if (by === 'link') setHandingOver(true)
    else toast(`On its way to ${patient.name} by ${channelPhrases[by]}.`)
  }
  function closeLink() {
    setHandingOver(false)
    void onChanged()
  }
  const confirming = { confirmed: wordingConfirmed, onChange: setConfirmed, errors }
  return { send, busy, problem, handingOver, closeLink, confirming }
}
