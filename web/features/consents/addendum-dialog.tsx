import { useRef, useState, type ReactNode } from 'react'
import { siteName } from '../../../contract/teeth.ts'
import { api } from '../../api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { useIdempotencyKey } from '../../ui/use-idempotency-key.ts'
import { useToothNotation } from '../clinics/index.ts'
import { useSessionUser } from '../identity/index.ts'
import { AddendumAgreement } from './addendum-agreement.tsx'
import { AddendumTreatment } from './addendum-treatment.tsx'
import {
  parseStatement,
  toAddendumInput,
  validateAddendum,
  type AddendumStatement,
  type AddendumValues,
} from './addendum-values.ts'
import type { Consent } from './consent-form-values.ts'
import { LinkButtons } from './link-buttons.tsx'
import { newTreatment } from './treatment-values.ts'

/** What hands this browser to the patient with a form, which is another feature's. */
export type RenderHandOver = (
  form: Pick<Consent, 'id' | 'patient' | 'status' | 'treatment' | 'teeth'>,
) => ReactNode

type AddendumDialogProps = {
  /** The signed consent whose plan has changed. */
  consent: Consent
  handOverOf?: RenderHandOver | undefined
  /** After it was done, with what to say of it. */
  onDone: (said: string) => Promise<void>
  onClose: () => void
}

const emptyValues = (): AddendumValues => ({
  treatment: newTreatment('addendum'),
  found: '',
  risks: null,
  decisions: {},
  wordingConfirmed: false,
})

/** The plan changes while treatment runs: what is done instead, agreed to aloud before two people, signed now or later. */
export function AddendumDialog({ consent, handOverOf, onDone, onClose }: AddendumDialogProps) {
  const [recorded, setRecorded] = useState<Consent | null>(null)
  const isRecorded = useRef(false)
  const [values, setValues] = useState(emptyValues)
  const record = useAddendumRecording(consent.id)
  const mayOverride = useSessionUser().permissions.includes('overrideConsents')
  const notation = useToothNotation()
  const change = (changes: Partial<AddendumValues>) => setValues((now) => ({ ...now, ...changes }))
  const { template, teeth, area } = values.treatment

  if (recorded)
    return <SignatureDialog addendum={recorded} handOver={handOverOf?.(recorded)} onClose={onClose} />

  function read(typed: FormData) {
    const statement = parseStatement(typed)
    const problems = validateAddendum(values, statement, mayOverride)
    if (problems.length > 0) return problems
    return async () => {
      const addendum = await record(values, statement)
      isRecorded.current = true
      setRecorded(addendum)
      await onDone('Change recorded.')
    }
  }
  const fields = (errors: readonly FieldProblem[]) => (
    <>
      <TextareaField
        id="found"
        label="Findings"
        hint="The patient reads it. For example: the tooth is cracked below the gum"
        rows={2}
        maxLength={500}
        value={values.found}
        onChange={(event) => change({ found: event.target.value })}
        error={errorOf(errors, 'found')}
      />
      <AddendumTreatment
        patient={consent.patient}
        clinicianId={consent.clinician.id}
        values={values}
        onChange={setValues}
        mayOverride={mayOverride}
        errors={errors}
      />
      <AddendumAgreement
        patientName={consent.patient.name}
        treatment={[template?.name, siteName(teeth, area, notation)].filter(Boolean).join(', ')}
        errors={errors}
      />
    </>
  )
  return (
    <FormDialog
      title="Plan has changed"
      text={`${consent.patient.name} gives verbal consent in front of two members of staff. The signed consent does not change: ${consent.treatment}.`}
      confirm="Record the change"
      about={consent.id}
      onClose={() => {
        if (!isRecorded.current) onClose()
      }}
      read={read}
    >
      {fields}
    </FormDialog>
  )
}

/** Records a change with the second person's attestation, which is asked for once for the same change. */
function useAddendumRecording(parentId: string) {
  const keyOf = useIdempotencyKey()
  const attested = useRef({ requestKey: '', token: '' })
  return async (values: AddendumValues, statement: AddendumStatement): Promise<Consent> => {
    const input = toAddendumInput(parentId, values, statement)
    const { login, by, secret } = statement
    const requestKey = keyOf({ ...input, login })
    // Sent again after a lost answer it is the same request, and has to stay so to the letter.
    if (attested.current.requestKey !== requestKey) {
      const proof =
        by === 'pin' ? ({ by: 'pin', pin: secret } as const) : ({ by: 'password', password: secret } as const)
      const { token } = await api.identity.attest({ login, proof, requestKey })
      attested.current = { requestKey, token }
    }
    try {
      const context = { idempotencyKey: requestKey }
      return await api.consents.recordAddendum({ ...input, attestation: attested.current.token }, { context })
    } catch (error) {
      if ((error as { reason?: string }).reason === 'attestation-missing')
        attested.current = { requestKey: '', token: '' }
      throw error
    }
  }
}

type SignatureDialogProps = { addendum: Consent; handOver: ReactNode; onClose: () => void }

/** The change is on record: the patient signs it on this screen now, or by a link whenever they are fit to. */
const SignatureDialog = ({
  addendum: { id, patient, treatment },
  handOver,
  onClose,
}: SignatureDialogProps) => (
  <Dialog
    open
    onOpenChange={onClose}
    title="Change recorded"
    description={`${patient.name} agreed to ${treatment}. They can sign it now, or later.`}
    size="medium"
    footer={
      <Button variant="quiet" onClick={onClose}>
        Sign later
      </Button>
    }
  >
    <div className="space-y-3">
      {handOver}
      <LinkButtons
        consentId={id}
        patientName={patient.name}
        linkCount={0}
        onChanged={() => Promise.resolve()}
      />
    </div>
  </Dialog>
)
