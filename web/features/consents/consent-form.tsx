import { today } from '../../../contract/calendar-day.ts'
import { Trash2 } from 'lucide-react'
import { clsx } from 'clsx'
import { Suspense, useCallback, useImperativeHandle, useState, type ReactNode, type Ref } from 'react'
import type { PatientRisks } from '../../../contract/histories.ts'
import type { TreatmentSite } from '../../../contract/teeth.ts'
import { Button } from '../../ui/plain/button.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { ErrorSummary, errorOf } from '../../ui/plain/error-summary.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { SelectField } from '../../ui/plain/select-field.tsx'
import { PatientCombobox, ageOn, patientName } from '../patients/index.ts'
import { SuggestionField } from '../../ui/suggestion-field.tsx'
import { offeredPhrases } from './offered-phrases.ts'
import { saveClinicianChoice, type Clinician } from '../staff/index.ts'
import { dentitionAt } from '../teeth/index.ts'
import type { TemplateSummary } from '../templates/index.ts'
import { isOffered } from './action-offers.ts'
import { requiresDiagnosis, validateForSending, wordingConfirmedId } from './consent-form-validation.ts'
import {
  chosenTreatments,
  plannedSites,
  withDiagnosis,
  withPatient,
  withRisks,
  wordingToConfirm,
  type ConsentValues,
} from './consent-form-values.ts'
import { CustomRisks } from './custom-risks.tsx'
import { ConsentPreview, gapOf } from './consent-preview.tsx'
import type { ConsentFormStart } from './consent-start.ts'
import { DraftSavingState } from './draft-saving-state.tsx'
import { UntranslatedNotice } from './untranslated-notice.tsx'
import { EasyReadNotice } from './easy-read-notice.tsx'
import { LinkDialog, PreviewDialog } from './lazy-consent-dialogs.ts'
import { OwnFiguresPanel } from './own-figures-panel.tsx'
import { OptionPanel } from './option-panel.tsx'
import { PersonalRisks } from './personal-risks.tsx'
import { DeliveryOptionsPanel } from './delivery-options-panel.tsx'
import { SendBar } from './send-bar.tsx'
import type { RenderPhrases } from './treatment-panel.tsx'
import { TreatmentList } from './treatment-list.tsx'
import { UnreachableNotice } from './unreachable-notice.tsx'
import { useConsentForm } from './use-consent-form.ts'
import { useSameAsLast } from './use-same-as-last.ts'
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
  phrasesOf: RenderPhrases
  /** After the first save, so that the address leads to the draft. */
  onCreated: (consentId: string) => void
  /** After each change of the draft that was saved. */
  onSaved?: () => void
  /** After sending, when there is nothing left to do here. */
  onSent: (consentId: string) => void
  /** After the draft was discarded. */
  onDiscarded: () => void
  /** How whoever shows one draft after the other leaves this one. */
  leaveRef?: Ref<LeaveConsentForm>
  /** Whether the text stands beside the form on a wide screen, or is opened over it. */
  hasSidePreview?: boolean
}

/** Saves what stands in the form and then goes on; answers false where it cannot be saved: the form says why, and stays. */
export type LeaveConsentForm = (goOn: () => void) => boolean

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
    phrasesOf,
    onCreated,
    onSaved,
    onSent,
    onDiscarded,
    leaveRef,
    hasSidePreview = true,
  } = props
  const form = useConsentForm(start, { mayOverride, onCreated, onSaved })
  const { values, setValues, errors, saving } = form
  useImperativeHandle(leaveRef, () => form.leave)
  const discarding = useDraftDiscarding(() => {
    form.giveUp()
    onDiscarded()
  })
  const mayDiscard = start.draft === null || isOffered(start.draft, 'discard')
  const { patient } = values
  const [handedOver, setHandedOver] = useState<string>()
  const change = (changes: Partial<ConsentValues>) => setValues((now) => ({ ...now, ...changes }))
  const learnRisks = useCallback(
    (risks: PatientRisks) => setValues((now) => withRisks(now, risks)),
    [setValues],
  )
  const missing = validateForSending(values, mayOverride)
  const takeLast = useSameAsLast({ values, setValues, missing })
  const [following, setFollowing] = useState<string | null>(null)
  const [isPreviewOpen, setPreviewOpen] = useState(false)
  const parts = { values, onChange: change, errors }
  const preview = {
    ...{ saved: saving.saved, isCurrent: saving.isSaved, following },
    treatments: values.treatments,
    hasPatient: values.patient !== null,
  }
  return (
    <div className={clsx('grid items-start gap-6', hasSidePreview && 'xl:grid-cols-[minmax(0,1fr)_23rem]')}>
      <form
        noValidate
        onSubmit={(event) => event.preventDefault()}
        onFocus={({ target }) => setFollowing(gapOf(target))}
        className="min-w-0 space-y-4"
      >
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
          clinicians={clinicians}
          phrasesOf={phrasesOf}
          dentition={dentitionAt(patient ? ageOn(patient.dateOfBirth, today()) : 18)}
          diagnosis={
            <DiagnosisField
              {...parts}
              onDiagnosis={(diagnosis) => setValues((now) => withDiagnosis(now, diagnosis))}
            />
          }
          historyHref={patient ? historyHrefOf(patient.id) : undefined}
          onLast={takeLast}
          errors={errors}
        />
        <PersonalRisks
          {...parts}
          onRisks={learnRisks}
          mayOverride={mayOverride}
          historyHref={patient ? historyHrefOf(patient.id) : undefined}
        />
        <Panel flush>
          {chosenTreatments(values).length > 0 && (
            <>
              <CustomRisks values={values} onChange={change} />
              <OptionPanel {...values} onChange={change} errors={errors} />
            </>
          )}
          {picturesOf({
            draftId: saving.saved?.id ?? null,
            planned: plannedSites(values),
            saveDraft: form.saveForPictures,
          })}
          <VideoPanel values={values} onChange={change} />
          <OwnFiguresPanel values={values} shown={saving.saved?.content.ownFigures ?? []} onChange={change} />
          <DeliveryOptionsPanel {...parts} />
        </Panel>
        {wordingToConfirm(values) && (
          <WordingConfirmation
            confirmed={values.wordingConfirmed}
            onChange={(wordingConfirmed) => change({ wordingConfirmed })}
            error={errorOf(errors, wordingConfirmedId)}
          />
        )}
        {saving.saved && <EasyReadNotice consent={saving.saved} isChosen={values.format === 'easy-read'} />}
        {saving.saved && (
          <UntranslatedNotice
            untranslatedItems={saving.saved.inEnglish}
            language={saving.saved.plan.language}
          />
        )}
        {patient && <UnreachableNotice contact={patient} editHref={patientEditHrefOf(patient.id)} />}
        <ProblemMessage problem={form.problem ?? discarding.problem} />
        {saving.saved && mayDiscard && <DiscardButton draftId={saving.saved.id} discarding={discarding} />}
      </form>
      {hasSidePreview && <ConsentPreview {...preview} />}
      <SendBar
        form={form}
        isPreviewBeside={hasSidePreview}
        missing={missing}
        onSent={onSent}
        onKioskSessionStarted={setHandedOver}
        onPreview={() => setPreviewOpen(true)}
      >
        <DraftSavingState saving={saving} isUnsaved={form.isUnsaved} faults={form.savingFaults} />
      </SendBar>
      <Suspense>
        {isPreviewOpen && <PreviewDialog {...preview} onClose={() => setPreviewOpen(false)} />}
      </Suspense>
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
  const { carried, diagnosis } = values
  const chosen = chosenTreatments(values)
  const phrases = offeredPhrases(chosen[0]?.suggestions.diagnosis)
  return (
    <div>
      <SuggestionField
        id="diagnosis"
        label="Diagnosis"
        optional={chosen.length > 0 && !requiresDiagnosis(values)}
        hint={
          phrases.length === 0 ? 'In words the patient knows. It ends the sentence “We found: …”' : undefined
        }
        value={diagnosis}
        onChange={onDiagnosis}
        suggestions={phrases}
        error={errorOf(errors, 'diagnosis')}
        maxLength={500}
      />
      {carried && (
        <div className="field-row-note">
          <ValueSource
            label="Diagnosis"
            isEmpty={diagnosis.trim() === ''}
            offered={carried.diagnosis}
            isKept={diagnosis === carried.diagnosis}
            source={carried.source}
            onKeep={() => onDiagnosis(carried.diagnosis)}
          />
        </div>
      )}
    </div>
  )
}

type DiscardButtonProps = { draftId: string; discarding: ReturnType<typeof useDraftDiscarding> }

const DiscardButton = ({ draftId, discarding: { busy, discard } }: DiscardButtonProps) => (
  <Button variant="quiet" icon={Trash2} busy={busy} onClick={() => void discard(draftId)}>
    Discard draft
  </Button>
)
