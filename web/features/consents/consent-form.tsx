import { Suspense, useState } from 'react'
import { Button } from '../../ui/plain/button.tsx'
import { today } from '../../ui/plain/date-parts.ts'
import { ErrorSummary, errorOf } from '../../ui/plain/error-summary.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { SelectField } from '../../ui/plain/select-field.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { PatientCombobox, ageOn, patientName } from '../patients/index.ts'
import { rememberClinician, type Clinician } from '../staff/index.ts'
import { dentitionAt, ToothChart, type Dentition } from '../teeth/index.ts'
import { TemplatePicker, type TemplateSummary } from '../templates/index.ts'
import { wordingConfirmedId, type Consent } from './consent-form-values.ts'
import { ConsentPreview } from './consent-preview.tsx'
import type { ConsentStart } from './consent-start.ts'
import { LinkDialog } from './later-dialogs.ts'
import { PersonalRisks } from './personal-risks.tsx'
import { PlaceholderFields } from './placeholder-fields.tsx'
import type { Practice } from './preview-content.ts'
import { useConsentForm } from './use-consent-form.ts'
import { WordingConfirmation } from './wording-confirmation.tsx'

type ConsentFormProps = {
  start: ConsentStart
  templates: readonly TemplateSummary[]
  clinicians: readonly Clinician[]
  practice: Practice
  /** Whether the signed-in person may let go ahead what a rule stops. */
  mayOverride: boolean
  historyHrefOf: (patientId: string) => string
  /** After the first save, so that the address leads to the draft. */
  onSaved: (consentId: string) => void
  /** After sending, when there is nothing left to do here. */
  onSent: (consentId: string) => void
}

/** A template made out to a patient: who, what, which tooth, by whom, and the details its text asks for. */
export function ConsentForm(props: ConsentFormProps) {
  const { start, templates, clinicians, practice, mayOverride, historyHrefOf, onSaved, onSent } = props
  const form = useConsentForm(start, { clinicId: practice.id, mayOverride })
  const { values, change, errors, doing, draft } = form
  const { patient, template } = values
  const [chosenDentition, setDentition] = useState<Dentition>()
  const [handedOver, setHandedOver] = useState<string>()
  const toast = useToast()
  const dentition = chosenDentition ?? dentitionAt(patient ? ageOn(patient.dateOfBirth, today()) : 18)

  function saved(consent: Consent) {
    toast('Draft saved. The patient sees nothing of it yet.')
    onSaved(consent.id)
  }
  function sentByEmail(consent: Consent) {
    toast(`On its way to ${consent.patient.name} by e-mail.`)
    onSent(consent.id)
  }
  return (
    <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_23rem]">
      <form noValidate onSubmit={(event) => event.preventDefault()} className="min-w-0 space-y-5">
        <ErrorSummary errors={errors} className="" />
        <Panel>
          <div className="grid gap-5 md:grid-cols-2">
            <PatientCombobox
              id="patientId"
              value={patient}
              onChange={(chosen) => change({ patient: chosen, risks: null, decisions: {} })}
              error={errorOf(errors, 'patientId')}
            />
            <SelectField
              id="clinicianId"
              label="Clinician"
              hint="Who will treat the patient"
              empty="Choose a clinician"
              options={clinicians.map(({ id, name, role }) => ({
                value: id,
                label: role ? `${name}, ${role}` : name,
              }))}
              value={values.clinicianId}
              onChange={(event) => {
                change({ clinicianId: event.target.value })
                rememberClinician(event.target.value)
              }}
              error={errorOf(errors, 'clinicianId')}
            />
          </div>
        </Panel>
        <Panel>
          <TemplatePicker
            id="templateId"
            initial={templates}
            chosenId={values.templateId}
            onChange={(templateId) => void form.chooseTemplate(templateId)}
            error={errorOf(errors, 'templateId')}
          />
          <ProblemMessage problem={form.wording.problem} className="mt-3">
            <Button
              variant="quiet"
              size="small"
              className="mt-3"
              onClick={() => void form.chooseTemplate(values.templateId)}
            >
              Try again
            </Button>
          </ProblemMessage>
        </Panel>
        <Panel>
          <div className="space-y-6">
            <ToothChart
              id="teeth"
              value={values.teeth}
              onChange={(teeth) => change({ teeth, risks: null })}
              dentition={dentition}
              onDentition={setDentition}
              optional={template?.requiresTooth === false}
              error={errorOf(errors, 'teeth')}
            />
            <TextareaField
              id="diagnosis"
              label="Diagnosis"
              optional={template?.requiresDiagnosis === false}
              hint="In words the patient knows. It ends the sentence “We found: …”"
              value={values.diagnosis}
              onChange={(event) => change({ diagnosis: event.target.value })}
              error={errorOf(errors, 'diagnosis')}
              maxLength={500}
              rows={2}
            />
          </div>
        </Panel>
        <PlaceholderFields
          asked={template?.placeholders ?? []}
          values={values.placeholders}
          onChange={(placeholders) => change({ placeholders })}
          errors={errors}
        />
        <PersonalRisks
          values={values}
          onRisks={form.learnRisks}
          onDecisions={(decisions) => change({ decisions })}
          mayOverride={mayOverride}
          errors={errors}
          historyHref={patient ? historyHrefOf(patient.id) : undefined}
        />
        {values.wordingToConfirm && (
          <WordingConfirmation
            confirmed={values.wordingConfirmed}
            onChange={(wordingConfirmed) => change({ wordingConfirmed })}
            error={errorOf(errors, wordingConfirmedId)}
          />
        )}
        <ProblemMessage problem={form.problem} />
        <div className="flex flex-wrap gap-3">
          <Button busy={doing === 'email'} onClick={() => void form.send('email', sentByEmail)}>
            Save and send by e-mail
          </Button>
          <Button
            variant="quiet"
            busy={doing === 'link'}
            onClick={() => void form.send('link', ({ id }) => setHandedOver(id))}
          >
            Save and show link / QR
          </Button>
          <Button variant="quiet" busy={doing === 'save'} onClick={() => void form.save(saved)}>
            Save draft
          </Button>
        </div>
      </form>
      <ConsentPreview
        values={values}
        saved={form.unchanged ? draft : null}
        clinicians={clinicians}
        practice={practice}
      />
      <Suspense>
        {handedOver && (
          <LinkDialog
            consentId={handedOver}
            patientName={patient ? patientName(patient) : ''}
            onClose={() => onSent(handedOver)}
          />
        )}
      </Suspense>
    </div>
  )
}
