import type { CapacityForm, CapacityQuestion } from '../../../contract/capacity-rules.ts'

const nationsText: Record<CapacityForm['id'], string> = {
  'mental-capacity-act': 'England and Wales',
  'adults-with-incapacity': 'Scotland',
  'northern-ireland': 'Northern Ireland',
}

/** The questions of one law on paper, each with room for what is chosen and written. */
export const BlankCapacityForm = ({ form }: { form: CapacityForm }) => (
  <section id={form.id} className="scroll-mt-6 print:break-before-page" aria-labelledby={`${form.id}-title`}>
    <h2 id={`${form.id}-title`} className="text-h1 leading-tight">
      {nationsText[form.id]}: {form.assessment.title}
    </h2>
    <p className="mt-1 text-muted">{form.law}</p>
    <p className="mt-3">{form.assessment.lead}</p>
    <div className="mt-4 grid gap-x-8 gap-y-4 sm:grid-cols-2 print:grid-cols-2">
      {['Patient and date of birth', 'Assessed by: name, role, number', 'Date, time and place'].map(
        (label) => (
          <WritingLines key={label} label={label} />
        ),
      )}
    </div>
    <WritingLines label="The decision in question, in one sentence" lines={2} />
    {form.assessment.sections.map(({ id, title, lead, questions }) => (
      <section key={id} className="mt-7">
        <h3 className="text-h2 break-after-avoid">{title}</h3>
        {lead && <p className="mt-1 break-after-avoid text-muted">{lead}</p>}
        {questions.map((question) => (
          <BlankQuestion key={question.id} question={question} />
        ))}
      </section>
    ))}
    <WritingLines label="Signature, name, role and date" />
  </section>
)

const BlankQuestion = ({ question: { ask, help, kind, options, note } }: { question: CapacityQuestion }) => (
  <div className="mt-4 break-inside-avoid">
    <p className="font-semibold">{ask}</p>
    {help && <p className="text-small text-muted">{help}</p>}
    {options.length > 0 && (
      <ul className="mt-2 flex flex-wrap gap-x-6 gap-y-1.5">
        {options.map(({ id, label }) => (
          <li key={id} className="flex items-start gap-2">
            <span
              aria-hidden
              className={`mt-[0.2em] size-[1em] shrink-0 border border-ink ${kind === 'one' ? 'rounded-full' : 'rounded-xs'}`}
            />
            {label}
          </li>
        ))}
      </ul>
    )}
    {(kind === 'text' || note) && <WritingLines label={note} lines={2} />}
  </div>
)

/** Ruled lines to write on. */
const WritingLines = ({ label, lines = 1 }: { label: string; lines?: number }) => (
  <div className="mt-3 break-inside-avoid">
    {label && <p className="text-small text-muted">{label}</p>}
    {Array.from({ length: lines }, (_, line) => (
      <div key={line} aria-hidden className="h-7 border-b border-field" />
    ))}
  </div>
)
