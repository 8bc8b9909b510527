import { useEffect, useState } from 'react'
import type { ConsentStatus } from '../../../contract/states.ts'
import { api } from '../../api.ts'
import { UnderstandingPanel } from '../../features/understanding/understanding-panel.tsx'
import type { Check, FrozenQuestions } from '../../features/understanding/understanding-words.ts'
import { useLive } from '../../live-news.ts'

type ConsentUnderstandingProps = {
  consentId: string
  status: ConsentStatus
  questions: FrozenQuestions
  /** As it was when the page was loaded. */
  loaded: Check
  onChanged: () => Promise<void>
}

const over: readonly ConsentStatus[] = ['voided', 'superseded', 'expired']

/** How the patient goes through the questions, heard of as it comes: the rest of the page is not read again for it. */
export function ConsentUnderstanding({
  consentId,
  status,
  questions,
  loaded,
  onChanged,
}: ConsentUnderstandingProps) {
  const [check, setCheck] = useState(loaded)
  useEffect(() => setCheck(loaded), [loaded])
  const reload = async () => setCheck(await api.understanding.get({ consentId }))
  // What cannot be read again now is shown as it was; the next news asks again.
  useLive(['consents'], () => void reload().catch(() => undefined))
  return (
    <UnderstandingPanel
      consentId={consentId}
      questions={questions}
      check={check}
      isOpen={!over.includes(status)}
      onExplained={async (now) => {
        setCheck(now)
        await onChanged()
      }}
      onReload={reload}
    />
  )
}
