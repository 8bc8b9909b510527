import { useState, type FormEvent } from 'react'
import { detectLanguage } from '../../../contract/language-detection.ts'
import type { Words } from '../../../build/content/types.d.ts'
import { Button } from '../../ui/plain/button.tsx'
import { CheckboxField } from '../../ui/plain/checkbox-field.tsx'
import { errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { CheckNote, useIsCheckRequired } from './check-note.tsx'
import { EasyReadSigningNote } from './easy-read-note.tsx'
import { AdditionalConsents } from './additional-consents.tsx'
import type { DraftProps } from './draft-state.ts'
import { languageAttributes } from './wording-direction.tsx'
import { OtherChoices, UnsureCallout } from './other-choices.tsx'
import { PreferredOptionNote } from './options-page.tsx'
import { PatientPage } from './patient-page.tsx'
import { QuestionNote } from './question-notes.tsx'
import { useIsSigningBlocked } from './question-thread.ts'
import { signerRoleOf } from './signature-body.ts'
import { SignerChoice, signerId } from './signer-choice.tsx'
import type { StepProps } from './step-props.ts'
import { isAllDeclined, titlesAt, unansweredOf } from './treatment-answers.ts'
import { TreatmentChoices, treatmentId } from './treatment-choices.tsx'
import { VideoNote } from './video-note.tsx'
import { useViewings } from './viewing-progress.ts'
import { useEnglishWords, useWords } from './words-context.tsx'

const statementId = (index: number) => `statement-${index}`

/**
 * Yes or no to each treatment, the statements one by one, never ticked beforehand, and who is about to sign. Statements
 * are signed as they were frozen, in English; what they say in the language of the pages stands beneath each, as help.
 */
export function ConfirmPage({ consent, draft, onDraft, onStep, onBack }: StepProps & DraftProps) {
  const { confirm, inEnglish, page, questions, understanding, video } = useWords()
  const isBlocked = useIsSigningBlocked(consent.id)
  const isCheckDue = useIsCheckRequired(consent)
  const { duePart } = useViewings(consent)
  const translated = useTranslatedStatements()
  const [problems, setProblems] = useState<readonly FieldProblem[]>([])
  const [missing, setMissing] = useState<readonly number[]>([])
  const { statements, title } = consent.content

  function tick(index: number, on: boolean) {
    const rest = draft.confirmed.filter((confirmed) => confirmed !== index)
    onDraft({ confirmed: on ? [...rest, index].sort((a, b) => a - b) : rest })
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    const unticked = statements.flatMap((_, index) => (draft.confirmed.includes(index) ? [] : [index]))
    const [first] = unticked
    const noSigner = { id: signerId, text: consent.signers.length > 0 ? confirm.noWho : confirm.nobody }
    if (isAllDeclined(consent.content, draft.answers)) return onStep('decline')
    if (isBlocked) return setProblems([{ text: questions.blockedTitle }])
    if (duePart !== undefined) return setProblems([{ text: video.dueTitle }])
    if (isCheckDue) return setProblems([{ text: understanding.dueTitle }])
    const found = [
      ...unansweredOf(consent.content, draft.answers).map((place) => ({
        id: treatmentId(place),
        text: `${titlesAt(consent.content, [place])}: ${confirm.noAnswer}`,
      })),
      ...(first === undefined ? [] : [{ id: statementId(first), text: confirm.tickEach }]),
      ...(signerRoleOf(consent, draft) ? [] : [noSigner]),
    ]
    setMissing(unticked)
    setProblems(found)
    if (found.length === 0) onStep('sign')
  }

  return (
    <PatientPage
      title={confirm.title}
      eyebrow={<bdi {...languageAttributes(title, consent.content)}>{title}</bdi>}
      onBack={onBack}
      problems={problems}
    >
      <QuestionNote consent={consent} onStep={onStep} />
      <VideoNote consent={consent} onStep={onStep} />
      <CheckNote consent={consent} onStep={onStep} />
      <PreferredOptionNote consent={consent} draft={draft} onStep={onStep} />
      <form onSubmit={submit} noValidate className="mt-3">
        <p>{confirm.lead}</p>
        <EasyReadSigningNote content={consent.content} />
        {translated.size > 0 && <p className="mt-2">{inEnglish.signing}</p>}
        <TreatmentChoices consent={consent} draft={draft} onDraft={onDraft} problems={problems} />
        <fieldset className="mt-6 space-y-4">
          <legend className="sr-only">{confirm.statements}</legend>
          {statements.map((statement, index) => (
            <CheckboxField
              key={statement}
              id={statementId(index)}
              boxed
              label={<Statement text={statement} help={translated.get(statement)} />}
              error={missing.includes(index) ? confirm.tick : undefined}
              defaultChecked={draft.confirmed.includes(index)}
              onChange={(event) => tick(index, event.target.checked)}
            />
          ))}
        </fieldset>
        <div className="mt-8">
          <SignerChoice
            consent={consent}
            value={signerRoleOf(consent, draft)}
            error={errorOf(problems, signerId)}
            onChange={(signerRole) => onDraft({ signerRole })}
          />
        </div>
        <AdditionalConsents consent={consent} draft={draft} onDraft={onDraft} />
        <UnsureCallout />
        <Button type="submit" className="mt-8">
          {page.continue}
        </Button>
      </form>
      <OtherChoices consentId={consent.id} onStep={onStep} />
    </PatientPage>
  )
}

/**
 * What the statements say in the language of the pages, by their English. One that was frozen in other words than
 * those of today has no translation.
 */
function useTranslatedStatements(): ReadonlyMap<string, string> {
  const english = useEnglishWords()
  const here = useWords()
  if (here === english) return new Map()
  const names = Object.keys(english.statements) as (keyof Words['statements'])[]
  return new Map(names.map((name) => [english.statements[name], here.statements[name]]))
}

function Statement({ text, help }: { text: string; help: string | undefined }) {
  return (
    <>
      <bdi {...detectLanguage(text)} className="block">
        {text}
      </bdi>
      {help && <span className="mt-1 block text-muted">{help}</span>}
    </>
  )
}
