import { today } from '../../../contract/calendar-day.ts'
import { Trash2 } from 'lucide-react'
import { Suspense, useCallback, useState, type ReactNode } from 'react'
import type { SendingChannel } from '../../../contract/delivery-states.ts'
import type { PatientRisks } from '../../../contract/histories.ts'
import type { TreatmentSite } from '../../../contract/teeth.ts'
import { Button } from '../../ui/plain/button.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { ErrorSummary, errorOf } from '../../ui/plain/error-summary.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { SelectField } from '../../ui/plain/select-field.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { PatientCombobox, ageOn, patientName } from '../patients/index.ts'
import { saveClinicianChoice, type Clinician } from '../staff/index.ts'
import { dentitionAt } from '../teeth/index.ts'
import type { TemplateSummary } from '../templates/index.ts'
import { isOffered } from './action-offers.ts'
import { requiresDiagnosis, wordingConfirmedId } from './consent-form-validation.ts'
import {
  chosenTreatments,
  plannedSites,
  withDiagnosis,
  withPatient,
  withRisks,
  wordingToConfirm,
  type Consent,
  type ConsentValues,
} from './consent-form-values.ts'
import { ConsentPreview } from './consent-preview.tsx'
import type { ConsentFormStart } from './consent-start.ts'
import { DraftSavingState } from './draft-saving-state.tsx'
import { UntranslatedNotice } from './untranslated-notice.tsx'
import { LinkDialog } from './lazy-consent-dialogs.ts'
import { channelPhrases, sendMethods } from './link-words.ts'
import { OptionPanel } from './option-panel.tsx'
import { PersonalRisks } from './personal-risks.tsx'
import { DeliveryOptionsPanel } from './delivery-options-panel.tsx'
import { TreatmentList } from './treatment-list.tsx'
import { UnreachableNotice } from './unreachable-notice.tsx'
import { useConsentForm } from './use-consent-form.ts'
import { useDraftDiscarding } from './use-draft-discarding.ts'
import { ValueSource } from './value-source.tsx'
import { VideoPanel } from './video-panel.tsx'
import { WordingConfirmation } from './wording-confirmation.tsx'

type ConsentFormProps = {
  start: ConsentFormStart
  templates: readonly TemplateSummary[]
  clinicians: readonly Clinician[]
  /** Whether the signed-in person may let go ahead what a rule stops. */
  mayOverride: boolean
  historyHrefOf: (patientId: string) => string
  patientEditHrefOf: (patientId: string) => string
  /** The pictures that go with what is planned, which are another feature's. */
  picturesOf: (draft: DraftForPictures) => ReactNode
  /** After the first save, so that the address leads to the draft. */
  onCreated: (consentId: string) => void
  /** After sending, when there is nothing left to do here. */
  onSent: (consentId: string) => void
  /** After the draft was discarded. */
  onDiscarded: () => void
}

/** What pictures are shown with: the draft, once there is one, where it plans treatment, and how it is saved. */
type DraftForPictures = {
  draftId: string | null
  planned: readonly TreatmentSite[]
  saveDraft: () => Promise<string | null>
}

/** Templates made out to a patient: who, which treatments and where, by whom, at what price, and what else to weigh. */
export function ConsentForm(props: ConsentFormProps) {
  const {
    start,
    templates,
    clinicians,
    mayOverride,
    historyHrefOf,
    patientEditHrefOf,
    picturesOf,
    onCreated,
    onSent,
    onDiscarded,
  } = props
  const form = useConsentForm(start, { mayOverride, onCreated })
  const { values, setValues, errors, saving } = form
  const discarding = useDraftDiscarding(() => {
    form.giveUp()
    onDiscarded()
  })
  const mayDiscard = start.draft === null || isOffered(start.draft, 'discard')
  const { patient } = values
  const [handedOver, setHandedOver] = useState<string>()
  const toast = useToast()
  const change = (changes: Partial<ConsentValues>) => setValues((now) => ({ ...now, ...changes }))
  const learnRisks = useCallback(
    (risks: PatientRisks) => setValues((now) => withRisks(now, risks)),
    [setValues],
  )
  const parts = { values, onChange: change, errors }
  return (
    <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_23rem]">
      <form noValidate onSubmit={(event) => event.preventDefault()} className="min-w-0 space-y-5">
        {form.hasOffer && (
          <InlineMessage tone="warn" role="status">
            <p>You have unsaved changes in this tab. The saved draft has changed since then.</p>
            <div className="mt-2 flex flex-wrap gap-2">
              <Button variant="quiet" size="small" onClick={() => form.answerOffer(true)}>
                Restore my changes
              </Button>
              <Button variant="quiet" size="small" onClick={() => form.answerOffer(false)}>
                Discard my changes
              </Button>
            </div>
          </InlineMessage>
        )}
        <ErrorSummary errors={errors} className="" />
        <PatientAndClinicianFields
          {...parts}
          isPatientFixed={start.replaces !== null}
          clinicians={clinicians}
          onPatient={(chosen) => setValues((now) => withPatient(now, chosen))}
        />
        <TreatmentList
          values={values}
          onValues={setValues}
          templates={templates}
          dentition={dentitionAt(patient ? ageOn(patient.dateOfBirth, today()) : 18)}
          errors={errors}
        />
        <DiagnosisField
          {...parts}
          onDiagnosis={(diagnosis) => setValues((now) => withDiagnosis(now, diagnosis))}
        />
        {picturesOf({
          draftId: saving.saved?.id ?? null,
          planned: plannedSites(values),
          saveDraft: form.saveForPictures,
        })}
        <PersonalRisks
          {...parts}
          onRisks={learnRisks}
          mayOverride={mayOverride}
          historyHref={patient ? historyHrefOf(patient.id) : undefined}
        />
        {chosenTreatments(values).length > 0 && <OptionPanel {...values} onChange={change} errors={errors} />}
        <VideoPanel values={values} onChange={change} />
        <DeliveryOptionsPanel {...parts} />
        {wordingToConfirm(values) && (
          <WordingConfirmation
            confirmed={values.wordingConfirmed}
            onChange={(wordingConfirmed) => change({ wordingConfirmed })}
            error={errorOf(errors, wordingConfirmedId)}
          />
        )}
        {saving.saved && (
          <UntranslatedNotice
            untranslatedItems={saving.saved.inEnglish}
            language={saving.saved.plan.language}
          />
        )}
        {patient && <UnreachableNotice contact={patient} editHref={patientEditHrefOf(patient.id)} />}
        <ProblemMessage problem={form.problem ?? discarding.problem} />
        <SendSection
          form={form}
          onSent={(consent, by) => {
            toast(`On its way to ${consent.patient.name} by ${channelPhrases[by]}.`)
            onSent(consent.id)
          }}
          onKioskSessionStarted={setHandedOver}
        >
          {saving.saved && mayDiscard && <DiscardButton draftId={saving.saved.id} discarding={discarding} />}
        </SendSection>
        <DraftSavingState saving={saving} isUnsaved={form.isUnsaved} faults={form.savingFaults} />
      </form>
      <ConsentPreview saved={saving.saved} isCurrent={saving.isSaved} />
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

type SectionProps = {
  values: ConsentValues
  onChange: (changes: Partial<ConsentValues>) => void
  errors: ReturnType<typeof useConsentForm>['errors']
}
type PatientAndClinicianFieldsProps = SectionProps & {
  clinicians: readonly Clinician[]
  /** A consent is replaced by one of the same patient. */
  isPatientFixed: boolean
  onPatient: (patient: ConsentValues['patient']) => void
}

function PatientAndClinicianFields({
  values,
  onChange,
  errors,
  clinicians,
  isPatientFixed,
  onPatient,
}: PatientAndClinicianFieldsProps) {
  return (
    <Panel>
      <div className="grid gap-5 md:grid-cols-2">
        {isPatientFixed && values.patient ? (
          <div id="patientId">
            <p className="font-semibold">Patient</p>
            <p dir="auto" className="mt-1.5">
              {patientName(values.patient)}
            </p>
          </div>
        ) : (
          <PatientCombobox
            id="patientId"
            value={values.patient}
            onChange={onPatient}
            error={errorOf(errors, 'patientId')}
          />
        )}
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
            onChange({ clinicianId: event.target.value })
            saveClinicianChoice(event.target.value)
          }}
          error={errorOf(errors, 'clinicianId')}
        />
      </div>
    </Panel>
  )
}

type DiagnosisProps = Pick<SectionProps, 'values' | 'errors'> & { onDiagnosis: (diagnosis: string) => void }

function DiagnosisField({ values, onDiagnosis, errors }: DiagnosisProps) {
  const { carried } = values
  const isOptional = chosenTreatments(values).length > 0 && !requiresDiagnosis(values)
  return (
    <Panel>
      <TextareaField
        id="diagnosis"
        label="Diagnosis"
        optional={isOptional}
        hint="In words the patient knows. It ends the sentence “We found: …”"
        value={values.diagnosis}
        onChange={(event) => onDiagnosis(event.target.value)}
        error={errorOf(errors, 'diagnosis')}
        maxLength={500}
        rows={2}
      />
      {carried && (
        <ValueSource
          label="Diagnosis"
          isEmpty={values.diagnosis.trim() === ''}
          offered={carried.diagnosis}
          isKept={values.diagnosis === carried.diagnosis}
          source={carried.source}
          onKeep={() => onDiagnosis(carried.diagnosis)}
        />
      )}
    </Panel>
  )
}

type SendSectionProps = {
  form: ReturnType<typeof useConsentForm>
  onSent: (consent: Consent, by: SendingChannel) => void
  onKioskSessionStarted: (consentId: string) => void
  children: ReactNode
}

function SendSection({ form, onSent, onKioskSessionStarted, children }: SendSectionProps) {
  const { doing, values } = form
  const methods = sendMethods(values.patient)
  const toast = useToast()
  const saved = () => toast('Draft saved. The patient sees nothing of it yet.')
  return (
    <div className="flex flex-wrap gap-3">
      {methods.map((by, place) => (
        <Button
          key={by}
          variant={place === 0 ? 'primary' : 'quiet'}
          busy={doing === by}
          onClick={() => void form.send(by, (consent) => onSent(consent, by))}
        >
          Save and send by {channelPhrases[by]}
        </Button>
      ))}
      <Button
        variant={methods.length === 0 ? 'primary' : 'quiet'}
        busy={doing === 'link'}
        onClick={() => void form.send('link', ({ id }) => onKioskSessionStarted(id))}
      >
        Save and show link / QR
      </Button>
      <Button variant="quiet" busy={doing === 'save'} onClick={() => void form.save(saved)}>
        Save draft
      </Button>
      {children}
    </div>
  )
}

type DiscardButtonProps = { draftId: string; discarding: ReturnType<typeof useDraftDiscarding> }

const DiscardButton = ({ draftId, discarding: { busy, discard } }: DiscardButtonProps) => (
  <Button variant="quiet" icon={Trash2} busy={busy} onClick={() => void discard(draftId)}>
    Discard draft
  </Button>
)
