import { ConsentMatters } from './consent-matters.tsx'
import { ConsentQuestions } from './consent-questions.tsx'
import type { ConsentPanelProps } from './loaded-panel.tsx'

/** All that the patient waits for an answer to, asked or said to matter. */
export const ConsentAnswers = (props: ConsentPanelProps) => (
  <div className="space-y-5">
    <ConsentQuestions {...props} />
    <ConsentMatters {...props} />
  </div>
)
