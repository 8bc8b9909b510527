import type { SupporterView } from '../../../contract/supporters.ts'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { ConsentText } from './consent-text.tsx'
import { PatientPage } from './patient-page.tsx'
import { QuestionList } from './question-list.tsx'
import { languageAttributes } from './wording-direction.tsx'
import { useWords } from './words-context.tsx'

type SupporterTextProps = { supporterId: string; view: SupporterView }

/** Everything on one page, to read: no button leads on from here, because nothing is theirs to answer. */
export function SupporterText({ supporterId, view: { content, questions } }: SupporterTextProps) {
  const { sharing, questions: words } = useWords()
  const shared = { id: supporterId, content }
  const options = content.options ?? []
  return (
    <PatientPage
      title={sharing.reader.readTitle}
      eyebrow={<bdi {...languageAttributes(content.title, content)}>{content.title}</bdi>}
    >
      <InlineMessage className="mt-4">{sharing.reader.readOnly}</InlineMessage>
      <ConsentText consent={shared} reader="supporter" />
      {options.length > 0 && (
        <section className="mt-8">
          <h2>{sharing.reader.options}</h2>
          <ul className="mt-4 space-y-4">
            {options.map(({ title, benefit, risk }) => (
              <li key={title} {...languageAttributes(title, content)} className="card p-4">
                <h3>{title}</h3>
                {[benefit, risk].filter(Boolean).map((text) => (
                  <p key={text} className="mt-2 whitespace-pre-line">
                    {text}
                  </p>
                ))}
              </li>
            ))}
          </ul>
        </section>
      )}
      {questions.length > 0 && (
        <section className="mt-8">
          <h2>{words.existing}</h2>
          <QuestionList consent={shared} questions={questions} />
        </section>
      )}
    </PatientPage>
  )
}
