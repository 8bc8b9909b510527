import type { Api } from '../../api.ts'
import { ConversationsPanel } from '../../features/consents/conversations-panel.tsx'
import { ConsentTimeline } from '../../features/consents/consent-timeline.tsx'
import { ConsentWordingText } from '../../features/consents/consent-wording.tsx'
import { SignatureFacts } from '../../features/consents/signature-facts.tsx'
import { DocumentList } from '../../features/documents/index.ts'
import { DescriptionList } from '../../ui/description-list.tsx'
import { calendarDayText, momentText } from '../../ui/plain/date-text.ts'
import { Panel } from '../../ui/plain/panel.tsx'

export type OpenedRecord = Awaited<ReturnType<Api['emergencyAccesses']['record']>>

/** One record as its practice sees it, to be read and nothing else. */
export function AdminOpenedRecord({ record }: { record: OpenedRecord }) {
  const { access, consent } = record
  const { content, documents } = consent
  // Videos and pictures are shown to the practice and the patient alone; the sealed PDF has them.
  const text = { ...content, sections: content.sections.map((section) => ({ ...section, media: null })) }
  return (
    <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_25rem]">
      <div className="min-w-0 space-y-5 xl:order-2">
        <Facts consent={consent} />
        <ConversationsPanel consent={consent} onRecord={undefined} />
        <Answers record={record} />
        <SignatureFacts consent={consent} />
        <DocumentList
          documents={documents}
          hrefOf={(documentId) =>
            `/api/admin/consents/${consent.id}/emergency-accesses/${access.id}/documents/${documentId}`
          }
          isPending={false}
        />
        <ConsentTimeline consent={consent} />
      </div>
      <Panel title="What the patient reads" lead="Text as sent" className="min-w-0">
        <ConsentWordingText content={text} consent={consent} />
      </Panel>
    </div>
  )
}

function Facts({ consent }: Pick<OpenedRecord, 'consent'>) {
  const { patient, content, plan, clinician, treatment } = consent
  return (
    <Panel title="Patient and treatment">
      <DescriptionList
        items={[
          {
            term: 'Patient',
            detail: (
              <>
                <span dir="auto">{patient.name}</span>
                <span className="block text-small text-muted">
                  Born {calendarDayText(patient.dateOfBirth)}
                </span>
              </>
            ),
          },
          { term: 'Treatment', detail: <span dir="auto">{treatment}</span> },
          { term: 'Tooth', detail: content.teeth.map(({ name }) => name).join('; ') || 'None' },
          { term: 'Diagnosis', detail: <span dir="auto">{plan.diagnosis || 'None'}</span> },
          { term: 'Clinician', detail: <span dir="auto">{clinician.name}</span> },
        ]}
      />
    </Panel>
  )
}

type Line = { key: string; author: string; text: string; at: string }

/** What the patient asked, told and answered, and what the practice said to it. */
function linesOf({ questions, matters, understanding, consent }: OpenedRecord): Line[] {
  const questionLines = questions.flatMap(({ entries }) =>
    entries.map(({ id, text, at, by }) => ({
      ...{ key: id, at },
      author: by ? `${by} answered` : 'The patient asked',
      text: text || 'No text',
    })),
  )
  const matterLines = matters.matters.flatMap(({ id, text, at, prompt, answer }) => [
    { key: id, at, author: 'What matters to the patient', text: text || prompt },
    ...(answer ? [{ key: `${id}-answer`, at, author: 'Answered by the practice', text: answer.text }] : []),
  ])
  const check = consent.content.understanding?.questions ?? []
  const answered = understanding.entries.map(({ id, at, by, text, question, answer }) => {
    const of = check.find((each) => each.id === question)
    const chosen = answer === null ? undefined : of?.answers[answer]?.text
    const answerText = [of?.question, chosen, text].filter(Boolean).join(' ')
    return {
      key: id,
      at,
      author: by ? `${by} explained` : 'The patient answered',
      text: answerText || 'No text',
    }
  })
  return [...questionLines, ...matterLines, ...answered].toSorted((one, other) =>
    one.at.localeCompare(other.at),
  )
}

function Answers({ record }: { record: OpenedRecord }) {
  const lines = linesOf(record)
  return (
    <Panel title="Questions and answers">
      {lines.length === 0 && <p className="text-muted">No questions.</p>}
      <ul className="divide-y divide-line">
        {lines.map(({ key, author, text, at }) => (
          <li key={key} className="py-3 first:pt-0 last:pb-0">
            <p className="text-small text-muted">
              <bdi>{author}</bdi>, {momentText(at)}
            </p>
            <p dir="auto" className="wrap-anywhere whitespace-pre-line">
              {text}
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
