import { today } from '../../../contract/calendar-day.ts'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { formatEmail } from '../../../contract/email-address.ts'
import { guardians_max } from '../../../contract/limits.ts'
import type { Guardian } from '../../../contract/patients.ts'
import { Button } from '../../ui/plain/button.tsx'
import type { FieldProblem } from '../../ui/plain/error-summary.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { SelectField } from '../../ui/plain/select-field.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { detailInput } from './detail-input.ts'
import { PhoneFields } from './phone-fields.tsx'
import { guardianAuthorityLabels, parentalBasisLabels } from './patient-words.ts'

type GuardianFieldsProps = { guardians: readonly Guardian[]; errors: readonly FieldProblem[] }

const optionsOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))
const authorities = optionsOf(guardianAuthorityLabels)
const bases = optionsOf(parentalBasisLabels)

/** Who decides with or for the patient: nobody, or one after the other. */
export function GuardianFields({ guardians, errors }: GuardianFieldsProps) {
  const [places, setPlaces] = useState<readonly number[]>(() => guardians.map((_guardian, place) => place))
  const next = Math.max(-1, ...places) + 1
  return (
    <Panel
      title="Parents and legal representatives"
      lead="A parent, guardian, attorney or deputy. Only people recorded here may sign for the patient."
    >
      {places.map((place, index) => (
        <GuardianFieldset
          key={place}
          path={`guardians.${place}.`}
          number={index + 1}
          guardian={guardians[place]}
          // Faults name the guardians that are left, counted from the first.
          errors={errors.map((error) => ({
            ...error,
            id: error.id?.replace(`guardians.${index}.`, `guardians.${place}.`),
          }))}
          onRemove={() => setPlaces(places.filter((other) => other !== place))}
        />
      ))}
      {places.length < guardians_max && (
        <Button variant="quiet" size="small" icon={Plus} onClick={() => setPlaces([...places, next])}>
          {places.length === 0 ? 'Add person' : 'Add another person'}
        </Button>
      )}
    </Panel>
  )
}

type OneGuardianProps = {
  path: string
  number: number
  guardian: Guardian | undefined
  errors: readonly FieldProblem[]
  onRemove: () => void
}

function GuardianFieldset({ path, number, guardian, errors, onRemove }: OneGuardianProps) {
  const detail = detailInput(guardian, errors, path)
  const [authority, setAuthority] = useState<string>(guardian?.authority ?? 'parental-responsibility')
  return (
    <fieldset className="mb-6 space-y-5 border-b border-line pb-6">
      <legend className="float-start mb-3 font-semibold">Person {number}</legend>
      <div className="float-end">
        <Button variant="link" size="small" icon={Trash2} onClick={onRemove}>
          Remove<span className="sr-only"> person {number}</span>
        </Button>
      </div>
      {guardian?.id && <input type="hidden" name={`${path}id`} value={guardian.id} />}
      <input type="hidden" name={`${path}evidenceBy`} value={guardian?.evidenceBy ?? ''} />
      <div className="clear-both space-y-5">
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField {...detail('name')} label="Full name" dir="auto" maxLength={120} />
          <TextField
            {...detail('relationship')}
            label="Relationship to the patient"
            placeholder="Mother"
            maxLength={80}
          />
        </div>
        <SelectField
          {...detail('authority')}
          label="Authority to decide"
          options={authorities}
          defaultValue={authority}
          onChange={(event) => setAuthority(event.target.value)}
        />
        {authority === 'parental-responsibility' && (
          <SelectField
            {...detail('basis')}
            label="Basis of parental responsibility"
            options={bases}
            defaultValue={guardian?.basis ?? 'not-recorded'}
          />
        )}
        <TextField
          {...detail('email')}
          defaultValue={guardian && formatEmail(guardian.email)}
          type="email"
          label="E-mail address"
          optional
          maxLength={320}
        />
        <PhoneFields detail={detail} />
        <TextField
          {...detail('evidence')}
          label="Evidence seen"
          optional
          hint="For example, the sealed order of the court, or the birth certificate"
          maxLength={300}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField {...detail('evidenceOn')} type="date" max={today()} label="Seen on" optional />
          <TextField {...detail('validUntil')} type="date" label="Authority ends" optional />
        </div>
      </div>
    </fieldset>
  )
}
