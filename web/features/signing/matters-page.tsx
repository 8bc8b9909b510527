import type { FormEvent } from 'react'
import type { Matters } from '../../../contract/matters.ts'
import { matter_length_max } from '../../../contract/limits.ts'
import { formatLocalDateTime } from '../../ui/plain/local-moment.ts'
import { Button } from '../../ui/plain/button.tsx'
import { CheckboxField } from '../../ui/plain/checkbox-field.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import type { DraftProps } from './draft-state.ts'
import type { Prompt, MattersInput } from './matter-api.ts'
import { useMatters } from './matter-thread.ts'
import { OtherChoices } from './other-choices.tsx'
import { PatientPage } from './patient-page.tsx'
import { stepAfter, stepConfigOf } from './signing-steps.ts'
import type { StepProps } from './step-props.ts'
import { TextButton } from './text-button.tsx'
import { useWords } from './words-context.tsx'
import { fillPlaceholders } from './words-text.ts'

/** What the form shows: what was told here, else what the practice knows from another time. */
const initialMatters = (draft: MattersInput | undefined, known: Matters | undefined): MattersInput =>
  draft ?? {
    told: known?.matters.map(({ prompt, text }) => ({ prompt, text })) ?? [],
    isNothing: known?.isNothing ?? false,
  }

/** Aims and fears before all else, ticked or in the person's own words; nobody has to say anything. */
export function MattersPage({ consent, draft, onDraft, onStep, onBack }: StepProps & DraftProps) {
  const { matters: words, page } = useWords()
  const known = useMatters(consent.id)
  const { told } = initialMatters(draft.matters, known)
  const next = stepAfter('matters', stepConfigOf(consent.content))

  function change(prompt: Prompt, text: string | null) {
    const rest = told.filter((one) => one.prompt !== prompt)
    onDraft({ matters: { told: text === null ? rest : [...rest, { prompt, text }], isNothing: false } })
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    onStep(next)
  }
  function submitNothing() {
    onDraft({ matters: { told: [], isNothing: true } })
    onStep(next)
  }

  return (
    <PatientPage title={words.title} onBack={onBack}>
      <p className="mt-3">{words.lead}</p>
      {known?.noted && (
        <InlineMessage title={words.noted} className="mt-4">
          <p dir="auto" className="wrap-anywhere whitespace-pre-line">
            {known.noted}
          </p>
          <p className="mt-1">{words.notedHint}</p>
        </InlineMessage>
      )}
      <form onSubmit={submit} noValidate className="mt-6">
        <fieldset className="space-y-3">
          <legend className="mb-2 font-semibold">{words.each}</legend>
          {(Object.keys(words.prompts) as Prompt[]).map((prompt) => (
            <MatterField
              key={prompt}
              prompt={prompt}
              text={told.find((one) => one.prompt === prompt)?.text}
              known={known}
              onChange={(text) => change(prompt, text)}
            />
          ))}
        </fieldset>
        <p className="mt-4 text-muted">{words.kept}</p>
        <Button type="submit" className="mt-6">
          {page.continue}
        </Button>
      </form>
      <ul className="mt-3 flex flex-col items-start gap-1">
        {told.length === 0 && (
          <>
            <li>
              <TextButton onClick={submitNothing}>{words.nothing}</TextButton>
            </li>
            <li>
              <TextButton onClick={() => onStep(next)}>{words.later}</TextButton>
            </li>
          </>
        )}
      </ul>
      <OtherChoices consentId={consent.id} onStep={onStep} />
    </PatientPage>
  )
}

type MatterFieldProps = {
  prompt: Prompt
  /** Undefined while it is not ticked. */
  text: string | undefined
  known: Matters | undefined
  onChange: (text: string | null) => void
}

/** One thing to tick; ticked, there is room for words, and what the practice answered. */
function MatterField({ prompt, text, known, onChange }: MatterFieldProps) {
  const { matters: words } = useWords()
  const isTicked = text !== undefined
  return (
    <div>
      <CheckboxField
        label={words.prompts[prompt]}
        checked={isTicked}
        onChange={(event) => onChange(event.target.checked ? '' : null)}
      />
      {isTicked && (
        <TextareaField
          label={
            <>
              {words.words}
              <span className="sr-only">: {words.prompts[prompt]}</span>
            </>
          }
          maxLength={matter_length_max}
          rows={2}
          dir="auto"
          value={text}
          onChange={(event) => onChange(event.target.value)}
          className="ms-[calc(var(--spacing-tick)+--spacing(3))]"
        />
      )}
      <MatterAnswer matter={known?.matters.find((one) => one.prompt === prompt && one.text === text)} />
    </div>
  )
}

/** What the practice answered, or nothing yet. */
function MatterAnswer({ matter }: { matter: Matters['matters'][number] | undefined }) {
  const { matters: words, locale } = useWords()
  if (!matter?.answer) return null
  const { mode, by: name, at, on, text } = matter.answer
  const pattern = mode === 'message' ? words.answered : words.talked
  return (
    <div className="ms-[calc(var(--spacing-tick)+--spacing(3))] mt-2 rounded-md bg-brand-soft p-3">
      <p className="text-small text-muted">
        {fillPlaceholders(pattern, { name, time: formatLocalDateTime(on ?? at, locale) })}
      </p>
      {text && (
        <p dir="auto" className="wrap-anywhere whitespace-pre-line">
          {text}
        </p>
      )}
    </div>
  )
}

/** Leads to an answer that came; nothing where none did. */
export function MatterNote({ consent, onStep }: Pick<StepProps, 'consent' | 'onStep'>) {
  const { matters: words } = useWords()
  const known = useMatters(consent.id)
  if (!known?.matters.some(({ answer }) => answer)) return null
  return (
    <InlineMessage title={words.newAnswers} className="mt-6">
      <TextButton onClick={() => onStep('matters')}>{words.see}</TextButton>
    </InlineMessage>
  )
}

/** What was told and answered, once it is signed. */
export function MattersSummary({ consent }: Pick<StepProps, 'consent'>) {
  const { matters: words } = useWords()
  const draftMatters = useMatters(consent.id)?.matters ?? []
  if (draftMatters.length === 0) return null
  return (
    <section className="mt-8">
      <h2>{words.mine}</h2>
      <ul className="mt-3 space-y-4">
        {draftMatters.map((matter) => (
          <li key={matter.id}>
            <p className="font-semibold">{words.prompts[matter.prompt]}</p>
            {matter.text && (
              <p dir="auto" className="wrap-anywhere whitespace-pre-line">
                {matter.text}
              </p>
            )}
            {matter.answer ? (
              <MatterAnswer matter={matter} />
            ) : (
              <p className="text-small text-muted">{words.waiting}</p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
