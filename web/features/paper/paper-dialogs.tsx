import { api } from '../../api.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { MomentField } from '../../ui/moment-field.tsx'
import { errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { CheckboxField } from '../../ui/plain/checkbox-field.tsx'
import { Fieldset } from '../../ui/plain/fieldset.tsx'
import { RadioGroup } from '../../ui/plain/radio-group.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { useIdempotencyKey } from '../../ui/use-idempotency-key.ts'
import { AdditionalConsentFields } from '../consents/index.ts'
import {
  choiceId,
  parseAddedScan,
  parseGivenAt,
  parseSignedPaper,
  statementsId,
} from './paper-form-parsing.ts'
import type { PaperConsent } from './paper-panel.tsx'
import { ScanFields, useScan } from './scan-fields.tsx'

type PaperDialogProps = {
  consent: PaperConsent
  /** After it was done, with what to say of it. */
  onDone: (said: string) => Promise<void>
  onClose: () => void
}

/** When the patient was handed the text. */
export function TextGivenDialog({ consent: { id: consentId }, onDone, onClose }: PaperDialogProps) {
  const keyOf = useIdempotencyKey()
  return (
    <FormDialog
      title="Record paper handover"
      text="The time to think starts then, unless the patient opened the text earlier."
      confirm="Record paper"
      onClose={onClose}
      read={(typed) => {
        const givenAt = parseGivenAt(typed, new Date())
        if (Array.isArray(givenAt)) return givenAt
        const input = { consentId, givenAt }
        return async () => {
          await api.paper.giveOut(input, { context: { idempotencyKey: keyOf(input) } })
          await onDone('Paper handover recorded.')
        }
      }}
    >
      {(errors) => (
        <MomentField
          id="givenAt"
          name="givenAt"
          label="Date and time handed over"
          error={errorOf(errors, 'givenAt')}
        />
      )}
    </FormDialog>
  )
}

const treatmentsOf = ({ content: { title, treatments } }: PaperConsent): string[] =>
  treatments?.map((treatment) => treatment.title) ?? [title]

/** A paper that was signed by hand, taken in with its scan. */
export function SignedPaperDialog({ consent, onDone, onClose }: PaperDialogProps) {
  const { id: consentId, content } = consent
  const keyOf = useIdempotencyKey()
  const scan = useScan()
  const treatments = treatmentsOf(consent)
  const asked = {
    files: scan.files.length,
    statements: content.statements.length,
    treatments: treatments.length,
    additional: content.additionalConsents ?? [],
  }
  return (
    <FormDialog
      title="Record signed paper"
      text="The consent is signed as on the paper. The patient’s links stop working."
      confirm="Record paper"
      onClose={onClose}
      read={(typed) => {
        const told = parseSignedPaper(typed, { ...asked, now: new Date() })
        if (Array.isArray(told)) return told
        const files = scan.files.map((file) => file.content)
        const key = keyOf([consentId, told, scan.files.map((file) => file.id)])
        return async () => {
          await api.paper.takeIn({ consentId, ...told, files }, { context: { idempotencyKey: key } })
          await onDone('Signed paper recorded.')
        }
      }}
    >
      {(errors) => (
        <>
          <ScanFields scan={scan} errors={errors} />
          <PaperAnswerFields statements={content.statements} treatments={treatments} errors={errors} />
          <AdditionalConsentFields
            questions={asked.additional}
            noAnswerLabel={{ label: 'Left blank', isPreset: false }}
            errors={errors}
          />
          <SignerFields errors={errors} />
        </>
      )}
    </FormDialog>
  )
}

type PaperAnswerFieldsProps = {
  statements: readonly string[]
  treatments: readonly string[]
  errors: readonly FieldProblem[]
}

/** The boxes that are ticked on the paper. */
const PaperAnswerFields = ({ statements, treatments, errors }: PaperAnswerFieldsProps) => (
  <>
    {statements.length > 0 && (
      <Fieldset id={statementsId} legend="Ticked on the paper" error={errorOf(errors, statementsId)}>
        {(control) =>
          statements.map((statement, place) => (
            <CheckboxField
              key={statement}
              id={place === 0 ? control.id : `${control.id}-${place}`}
              name={statementsId}
              value={place}
              label={<bdi>{statement}</bdi>}
            />
          ))
        }
      </Fieldset>
    )}
    {treatments.map((title, place) => (
      <RadioGroup
        key={choiceId(place)}
        id={choiceId(place)}
        name={choiceId(place)}
        legend={
          <>
            Answer to <bdi>{title}</bdi>
          </>
        }
        inline
        options={[
          { value: 'yes', label: 'Yes' },
          { value: 'no', label: 'No' },
        ]}
        error={errorOf(errors, choiceId(place))}
      />
    ))}
  </>
)

const SignerFields = ({ errors }: { errors: readonly FieldProblem[] }) => (
  <>
    <RadioGroup
      id="signerRole"
      name="signerRole"
      legend="Who signed"
      hint="Someone else can sign only if the patient’s record shows their authority."
      options={[
        { value: 'patient', label: 'The patient' },
        { value: 'parent', label: 'Parent or person with parental responsibility' },
        { value: 'attorney', label: 'Attorney' },
        { value: 'deputy', label: 'Court-appointed deputy' },
        { value: 'guardian', label: 'Welfare guardian' },
      ]}
      error={errorOf(errors, 'signerRole')}
    />
    <TextField
      id="name"
      name="name"
      label="Name printed next to the signature"
      dir="auto"
      maxLength={120}
      autoComplete="off"
      error={errorOf(errors, 'name')}
    />
    <MomentField
      id="signedOn"
      name="signedOn"
      label="Date and time next to the signature"
      error={errorOf(errors, 'signedOn')}
    />
  </>
)

/** A better scan of the same paper; the ones before stay. */
export function AddScanDialog({ consent: { id: consentId }, onDone, onClose }: PaperDialogProps) {
  const keyOf = useIdempotencyKey()
  const scan = useScan()
  return (
    <FormDialog
      title="Add another scan"
      text="Earlier scans stay in the record. If the wrong paper was recorded, void the consent instead."
      confirm="Add scan"
      onClose={onClose}
      read={(typed) => {
        const told = parseAddedScan(typed, scan.files.length)
        if (Array.isArray(told)) return told
        const files = scan.files.map((file) => file.content)
        const key = keyOf([consentId, told, scan.files.map((file) => file.id)])
        return async () => {
          await api.paper.addScan({ consentId, ...told, files }, { context: { idempotencyKey: key } })
          await onDone('Scan added.')
        }
      }}
    >
      {(errors) => (
        <>
          <ScanFields scan={scan} errors={errors} />
          <TextareaField
            id="reason"
            name="reason"
            label="Why another scan is needed"
            rows={2}
            maxLength={500}
            error={errorOf(errors, 'reason')}
          />
        </>
      )}
    </FormDialog>
  )
}
