import { Disclosure } from '../../ui/plain/disclosure.tsx'
import { RiskSources } from './risk-sources.tsx'
import type { Template } from './template-wording-dialog.tsx'

/** What goes with the wording of a template: its risks as a list, questions for the patient, cautions for the clinician. */
export function TemplateDetails({
  template,
}: {
  template: Pick<Template, 'risks' | 'questions' | 'cautions'>
}) {
  const { risks, questions, cautions } = template
  return (
    <div className="mt-4 space-y-1">
      {risks.length > 0 && (
        <Disclosure summary={`Risk list (${risks.length})`}>
          <RiskSources risks={risks} />
        </Disclosure>
      )}
      {questions.length > 0 && (
        <Disclosure summary={`Understanding questions (${questions.length})`}>
          <ol className="list-decimal space-y-3 ps-5">
            {questions.map(({ question, answers, explanation }, index) => (
              <li key={index} dir="auto">
                {question}
                <ul className="list-disc ps-5">
                  {answers.map(({ text, right }, answer) => (
                    <li key={answer}>
                      {text}
                      {right && <span className="font-semibold"> (right)</span>}
                    </li>
                  ))}
                </ul>
                <span className="text-muted">{explanation}</span>
              </li>
            ))}
          </ol>
        </Disclosure>
      )}
      {cautions.length > 0 && (
        <Disclosure summary={`For the clinician (${cautions.length})`}>
          <ul dir="auto" className="list-disc space-y-1.5 ps-5">
            {cautions.map((caution, index) => (
              <li key={index}>{caution}</li>
            ))}
          </ul>
        </Disclosure>
      )}
    </div>
  )
}
