import type { FormEvent } from 'react'
import { understanding_answer_length_max } from '../../../contract/limits.ts'
import type { CheckSummary } from '../../../contract/understanding-state.ts'
import { Button } from '../../ui/plain/button.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import type { CheckStepProps } from './check-page.tsx'
import { OtherChoices } from './other-choices.tsx'
import { PatientPage } from './patient-page.tsx'
import { languageAttributes } from './wording-direction.tsx'
import { TextButton } from './text-button.tsx'
import { useWords } from './words-context.tsx'
import { fillPlaceholders } from './words-text.ts'

/** The end of the check: what the person expects in their own words, if they like, and what the practice talks about. */
export function OwnWordsPage(props: CheckStepProps & { standing: CheckSummary }) {
  const { consent, draft, onDraft, progress, standing, onStep, onBack } = props
  const { understanding: words, page } = useWords()
  const { questions } = consent.content.understanding!
  const unclear = questions.filter(({ id }) => standing.toTalkThrough.includes(id))

  function submit(event: FormEvent) {
    event.preventDefault()
    const ownWords = draft.ownWords.trim()
    const hasFinished = progress.steps.some(({ kind }) => kind === 'finished')
    // Sent before and nothing to add: the same words do not stand in the record twice.
    if (!hasFinished || ownWords !== '') {
      progress.give({
        to: 'finish',
        body: { ownWords },
        step: { kind: 'finished', question: null, isRight: null },
      })
      onDraft({ ownWords: '' })
    }
    onStep('confirm')
  }
  return (
    <PatientPage title={words.ownTitle} windowTitle={words.ownShortTitle} onBack={onBack}>
      {(standing.right > 0 || unclear.length > 0) && (
        <InlineMessage tone={unclear.length > 0 ? 'info' : 'ok'} className="mt-4">
          {standing.right > 0 && (
            <p>{fillPlaceholders(words.score, { right: standing.right, total: questions.length })}</p>
          )}
          {unclear.length > 0 && (
            <>
              <p className={standing.right > 0 ? 'mt-2' : undefined}>{words.unclear}</p>
              <ul className="mt-1 list-disc ps-5">
                {unclear.map(({ id, question }) => (
                  <li key={id} {...languageAttributes(question, consent.content)}>
                    {question}
                  </li>
                ))}
              </ul>
            </>
          )}
        </InlineMessage>
      )}
      <form onSubmit={submit} noValidate className="mt-6">
        <TextareaField
          id="own-words"
          label={words.ownLabel}
          hint={words.ownHint}
          rows={5}
          maxLength={understanding_answer_length_max}
          value={draft.ownWords}
          onChange={(event) => onDraft({ ownWords: event.currentTarget.value })}
        />
        {progress.isUnsent && (
          <InlineMessage tone="info" role="status" className="mt-6">
            {words.unsent}
          </InlineMessage>
        )}
        <Button type="submit" className="mt-6">
          {page.continue}
        </Button>
      </form>
      {!standing.isDone && (
        <div className="mt-4">
          <TextButton onClick={() => onStep('check-1')}>{words.see}</TextButton>
        </div>
      )}
      <OtherChoices consentId={consent.id} onStep={onStep} />
    </PatientPage>
  )
}
