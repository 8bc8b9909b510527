import { isSignedOnBehalf, type authorityOutcome } from '../../../contract/authority-rules.ts'
import type { Authority } from '../../../contract/authority.ts'
import { authority_reason_length_max, authority_reason_length_min } from '../../../contract/limits.ts'
import type { CosignerRole } from '../../../contract/signing.ts'
import { CheckboxField } from '../../ui/plain/checkbox-field.tsx'
import { errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { Fieldset } from '../../ui/plain/fieldset.tsx'
import { RadioGroup } from '../../ui/plain/radio-group.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'

type Outcome = ReturnType<typeof authorityOutcome>
type People = Authority['people']

const trimmedFieldValue = (data: FormData, name: string) => String(data.get(name) ?? '').trim()
/** A person is named where they may sign, and where somebody on record may not. */
const requiresPerson = (outcome: Outcome, people: People) =>
  isSignedOnBehalf(outcome) || (outcome.kind === 'not-this-person' && people.length > 0)

/** What goes on record with a decision, or what is missing of it. */
export function parseDecision(data: FormData, outcome: Outcome, people: People) {
  const known = people.find(({ guardianId }) => guardianId === trimmedFieldValue(data, 'person'))
  const typed = {
    name: trimmedFieldValue(data, 'name'),
    relationship: trimmedFieldValue(data, 'relationship'),
  }
  const told = known ?? { guardianId: null, ...typed }
  const hasPerson = known !== undefined || (typed.name !== '' && typed.relationship !== '')
  const [seen, reason] = [trimmedFieldValue(data, 'seen'), trimmedFieldValue(data, 'reason')]
  const validUntil = trimmedFieldValue(data, 'validUntil') || null
  const needsEvidence = isSignedOnBehalf(outcome) && outcome.authority !== 'parental-responsibility'
  const isShort = outcome.needsReason && reason.length < authority_reason_length_min
  const faults: FieldProblem[] = [
    ...(isSignedOnBehalf(outcome) && !known && !typed.name ? [{ id: 'name', text: 'Enter their name' }] : []),
    ...(isSignedOnBehalf(outcome) && !known && !typed.relationship
      ? [{ id: 'relationship', text: 'Enter how they are related to the patient' }]
      : []),
    ...(needsEvidence && !seen ? [{ id: 'seen', text: 'Enter the evidence of their authority' }] : []),
    ...(isShort ? [{ id: 'reason', text: 'Give your reasons, in a sentence or more' }] : []),
  ]
  if (faults.length > 0) return faults
  const person = requiresPerson(outcome, people) && hasPerson ? { ...told, validUntil } : null
  return { person, seen, reason, asked: data.getAll('asked').map(String) as CosignerRole[] }
}

export type PersonFieldsProps = { outcome: Outcome; people: People; errors: readonly FieldProblem[] }

/** What goes on record of a consent: the person, how it was come to, and who signs beside them. */
export function DecisionFields({ outcome, people, errors }: PersonFieldsProps) {
  return (
    <>
      <PersonFields outcome={outcome} people={people} errors={errors} />
      {(outcome.needsReason || outcome.kind === 'stop') && (
        <TextareaField
          id="reason"
          name="reason"
          label={outcome.needsReason ? 'Reasons for this finding' : 'Reasons'}
          hint="Their understanding, in their own words as far as possible, and who was present."
          optional={!outcome.needsReason}
          rows={4}
          maxLength={authority_reason_length_max}
          error={errorOf(errors, 'reason')}
        />
      )}
      {outcome.kind === 'signs' && (
        <Fieldset legend="Who signs with them?">
          {() => (
            <>
              <CheckboxField id="asked-interpreter" name="asked" value="interpreter" label="An interpreter" />
              <CheckboxField id="asked-witness" name="asked" value="witness" label="A witness" />
            </>
          )}
        </Fieldset>
      )}
    </>
  )
}

/** Who the person is and what was seen of their authority; nothing where the outcome is about nobody. */
export function PersonFields({ outcome, people, errors }: PersonFieldsProps) {
  if (!requiresPerson(outcome, people)) return null
  const known = people.map(({ guardianId, name, relationship }) => ({
    value: guardianId,
    label: `${name}, ${relationship}`,
  }))
  return (
    <>
      {known.length > 0 && (
        <RadioGroup
          id="person"
          name="person"
          legend="Person"
          options={[...known, { value: '', label: 'A person not on the patient’s record yet' }]}
          defaultValue=""
        />
      )}
      {isSignedOnBehalf(outcome) && (
        <>
          <TextField
            id="name"
            name="name"
            label="Their name"
            hint={known.length > 0 ? 'Only for a person who is not on record yet' : undefined}
            dir="auto"
            maxLength={120}
            autoComplete="off"
            error={errorOf(errors, 'name')}
          />
          <TextField
            id="relationship"
            name="relationship"
            label="Relationship to the patient"
            maxLength={80}
            error={errorOf(errors, 'relationship')}
          />
          <TextField
            id="seen"
            name="seen"
            label="Evidence seen"
            hint="Which document, and its date"
            optional={outcome.authority === 'parental-responsibility'}
            maxLength={300}
            error={errorOf(errors, 'seen')}
          />
          <TextField id="validUntil" name="validUntil" type="date" label="End date" optional />
        </>
      )}
    </>
  )
}
