import { useEffect, useState } from 'react'
import type { ConsentStatus } from '../../../contract/states.ts'
import { api } from '../../api.ts'
import { QuestionPanel } from '../../features/questions/question-panel.tsx'
import type { Question } from '../../features/questions/question-words.ts'
import { useLive } from '../../live-news.ts'

type ConsentQuestionsProps = {
  consentId: string
  status: ConsentStatus
  /** As they were when the page was loaded. */
  loaded: readonly Question[]
  onChanged: () => Promise<void>
}

/** What the patient asked, heard of as it comes: the rest of the page is not read again for it, since that is audited. */
export function ConsentQuestions({ consentId, status, loaded, onChanged }: ConsentQuestionsProps) {
  const [questions, setQuestions] = useState(loaded)
  useEffect(() => setQuestions(loaded), [loaded])
  const reload = async () => setQuestions(await api.questions.list({ consentId }))
  // What cannot be read again now is shown as it was; the next news asks again.
  useLive(['consents'], () => void reload().catch(() => undefined))
  return (
    <QuestionPanel
      consentId={consentId}
      status={status}
      questions={questions}
      onAnswered={async (now) => {
        setQuestions(now)
        await onChanged()
      }}
      onReload={reload}
    />
  )
}
