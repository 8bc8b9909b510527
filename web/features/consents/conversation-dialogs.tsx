import { api } from '../../api.ts'
import { errorOf } from '../../ui/plain/error-summary.tsx'
import { RadioGroup } from '../../ui/plain/radio-group.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { useIdempotencyKey } from '../../ui/use-idempotency-key.ts'
import type { RenderHandOver } from './addendum-dialog.tsx'
import { AdditionalConsentFields } from './additional-consent-fields.tsx'
import { parseAdditionalAnswers, verbalAnswersOf } from './additional-consent-parsing.ts'
import { isFieldError, parseDiscussion, parseRefusal, parseWitness } from './conversation-form-parsing.ts'
import { ChangeList } from './change-list.tsx'
import type { Consent } from './consent-form-values.ts'
import { DiscussionFields, WitnessFields } from './discussion-fields.tsx'

type ConversationDialogProps = {
  consent: Consent
  /** After it was done, with what to say of it. */
  onDone: (said: string) => Promise<void>
  onClose: () => void
  /** What hands this browser to the patient: of the dialog alone that ends in a form to sign. */
  handOverOf?: RenderHandOver | undefined
}

/** A conversation with the patient, put on record. */
export function DiscussionDialog({ consent: { id: consentId }, onDone, onClose }: ConversationDialogProps) {
  const keyOf = useIdempotencyKey()
  return (
    <FormDialog
      title="Record a conversation"
      text="It is kept in the record with your name. The conversation is what makes a consent valid."
      confirm="Record conversation"
      onClose={onClose}
      read={(typed) => {
        const discussion = parseDiscussion(typed, new Date())
        if (isFieldError(discussion)) return discussion
        const input = { consentId, discussion }
        return async () => {
          await api.consents.recordDiscussion(input, { context: { idempotencyKey: keyOf(input) } })
          await onDone('Conversation recorded.')
        }
      }}
    >
      {(errors) => <DiscussionFields errors={errors} />}
    </FormDialog>
  )
}

/** Agreement by word of mouth, before those who heard it. */
export function VerbalDialog({ consent, onDone, onClose }: ConversationDialogProps) {
  const keyOf = useIdempotencyKey()
  const { id: consentId, content, wordingToConfirm } = consent
  const asked = content.additionalConsents ?? []
  return (
    <FormDialog
      title="Record verbal consent"
      text="The text is fixed as it is now. The patient can still sign it afterwards."
      confirm="Record verbal consent"
      onClose={onClose}
      read={(typed) => {
        const discussion = parseDiscussion(typed, new Date())
        const first = parseWitness(typed, 1, { isNeeded: true })
        const second = parseWitness(typed, 2, { isNeeded: false })
        const faults = [discussion, first, second].filter(isFieldError).flat()
        if (faults.length > 0 || isFieldError(discussion) || isFieldError(first) || isFieldError(second))
          return faults
        const witnesses = [first, second].filter((witness) => witness !== null)
        const additional = verbalAnswersOf(parseAdditionalAnswers(typed, asked).said)
        const input = { consentId, discussion, witnesses, wordingConfirmed: wordingToConfirm, additional }
        return async () => {
          await api.consents.recordVerbal(input, { context: { idempotencyKey: keyOf(input) } })
          await onDone('Verbal consent recorded.')
        }
      }}
    >
      {(errors) => (
        <>
          {wordingToConfirm && (
            <p className="rounded-md bg-warn-soft p-3">
              Nobody in your practice has adopted this wording yet. By recording it you confirm that you have
              read it and that it is right for this patient.
            </p>
          )}
          <DiscussionFields errors={errors} />
          <WitnessFields number={1} legend="Heard by" errors={errors} />
          <WitnessFields number={2} legend="Also heard by" optional errors={errors} />
          <AdditionalConsentFields
            questions={asked}
            noAnswerLabel={{ label: 'Not asked', isPreset: true }}
            errors={errors}
          />
        </>
      )}
    </FormDialog>
  )
}

/** A refusal, told as fully as an agreement. */
export function RefusalDialog({ consent: { id: consentId }, onDone, onClose }: ConversationDialogProps) {
  const keyOf = useIdempotencyKey()
  return (
    <FormDialog
      title="Record refusal"
      text="The consent is closed. This cannot be undone; you can create a new consent."
      confirm="Record refusal"
      danger
      onClose={onClose}
      read={(typed) => {
        const refusal = parseRefusal(typed)
        if (isFieldError(refusal)) return refusal
        const input = { consentId, ...refusal }
        return async () => {
          await api.consents.recordRefusal(input, { context: { idempotencyKey: keyOf(input) } })
          await onDone('Refusal recorded.')
        }
      }}
    >
      {(errors) => (
        <>
          <TextareaField
            id="reason"
            name="reason"
            label="Patient’s reasons"
            rows={2}
            maxLength={500}
            error={errorOf(errors, 'reason')}
          />
          <TextareaField
            id="consequences"
            name="consequences"
            label="Consequences explained to the patient"
            rows={3}
            maxLength={2000}
            error={errorOf(errors, 'consequences')}
          />
          <TextareaField
            id="safetyNet"
            name="safetyNet"
            label="Agreed next steps"
            hint="When to come back, and what to watch for"
            rows={2}
            maxLength={1000}
            error={errorOf(errors, 'safetyNet')}
          />
        </>
      )}
    </FormDialog>
  )
}

/** Who interpreted, or stood by as a witness. */
export function AttestationDialog({ consent: { id: consentId }, onDone, onClose }: ConversationDialogProps) {
  const keyOf = useIdempotencyKey()
  return (
    <FormDialog
      title="Record a witness or interpreter"
      text="Their statement is kept in the record with their name."
      confirm="Record"
      onClose={onClose}
      read={(typed) => {
        const said = (name: string) => String(typed.get(name) ?? '').trim()
        const faults = [
          ...(said('role') ? [] : [{ id: 'role', text: 'Choose their role' }]),
          ...(said('name') ? [] : [{ id: 'name', text: 'Enter their name' }]),
          ...(said('statement') ? [] : [{ id: 'statement', text: 'Enter their statement' }]),
        ]
        if (faults.length > 0) return faults
        const role = said('role') as 'witness' | 'interpreter'
        const attestation = {
          role,
          name: said('name'),
          capacity: said('capacity'),
          statement: said('statement'),
        }
        const input = { consentId, attestation }
        return async () => {
          await api.consents.attest(input, { context: { idempotencyKey: keyOf(input) } })
          await onDone('Recorded.')
        }
      }}
    >
      {(errors) => (
        <>
          <RadioGroup
            id="role"
            name="role"
            legend="Role"
            inline
            options={[
              { value: 'witness', label: 'A witness' },
              { value: 'interpreter', label: 'An interpreter' },
            ]}
            error={errorOf(errors, 'role')}
          />
          <TextField
            id="name"
            name="name"
            label="Their name"
            dir="auto"
            maxLength={120}
            error={errorOf(errors, 'name')}
          />
          <TextField
            id="capacity"
            name="capacity"
            label="Job title, or language and agency"
            optional
            maxLength={200}
          />
          <TextareaField
            id="statement"
            name="statement"
            label="Their statement"
            hint="For example: I interpreted all that was said, completely and to the best of my ability."
            rows={2}
            maxLength={1000}
            error={errorOf(errors, 'statement')}
          />
        </>
      )}
    </FormDialog>
  )
}

/** The patient still agrees today, to every change that they were told of. */
export function ReconfirmationDialog({ consent, onDone, onClose }: ConversationDialogProps) {
  const keyOf = useIdempotencyKey()
  const { id: consentId, changes } = consent
  const hasChanges = changes.length > 0
  return (
    <FormDialog
      title="Reconfirm with the patient"
      text={
        hasChanges
          ? 'Go through each change with the patient. Someone must hear them agree.'
          : 'Ask the patient whether they still agree to what they signed.'
      }
      confirm="The patient agrees"
      onClose={onClose}
      read={(typed) => {
        const witness = parseWitness(typed, 1, { isNeeded: hasChanges })
        if (isFieldError(witness)) return witness
        const note = String(typed.get('confirmation-note') ?? '').trim()
        const input = { consentId, changes, witness, note }
        return async () => {
          await api.consents.confirm(input, { context: { idempotencyKey: keyOf(input) } })
          await onDone('Consent reconfirmed.')
        }
      }}
    >
      {(errors) => (
        <>
          {hasChanges && <ChangeList changes={changes} />}
          {hasChanges && <WitnessFields number={1} legend="Heard by" errors={errors} />}
          <TextareaField
            id="confirmation-note"
            name="confirmation-note"
            label="Note"
            optional
            rows={2}
            maxLength={1000}
          />
        </>
      )}
    </FormDialog>
  )
}
