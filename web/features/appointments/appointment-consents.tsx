import { useEffect, useState } from 'react'
import { api, type Api } from '../../api.ts'
import { CheckboxField } from '../../ui/plain/checkbox-field.tsx'
import { Fieldset } from '../../ui/plain/fieldset.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { Spinner } from '../../ui/plain/spinner.tsx'
import { useToothNotation } from '../clinics/index.ts'
import { consentStatusAppearance } from '../consents/index.ts'
import { teethInBrief } from '../teeth/index.ts'

type Consent = Awaited<ReturnType<Api['consents']['listOfPatient']>>[number]

type AppointmentConsentsProps = {
  patientId: string
  chosen: readonly string[]
  onChange: (consentIds: readonly string[]) => void
  /** One has to be chosen: none is found by itself. */
  isRequired?: boolean
  error?: string | undefined
}

const open = ['draft', 'approved', 'sent', 'viewed', 'verbal', 'signed', 'finalised']

/** The consents of a patient to choose from; chosen none, the one that fits is found. */
export function AppointmentConsents({
  patientId,
  chosen,
  onChange,
  isRequired = false,
  error,
}: AppointmentConsentsProps) {
  const [found, setFound] = useState<Consent[] | 'failed' | null>(null)
  const notation = useToothNotation()
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    api.consents.listOfPatient({ patientId }, { signal }).then(setFound, () => {
      if (!signal.aborted) setFound('failed')
    })
    return () => stop.abort()
  }, [patientId])
  if (found === 'failed')
    return <InlineMessage tone="warn">The patient’s consents could not be loaded.</InlineMessage>
  if (found === null) return <Spinner message="Loading the patient’s consents" />
  const choices = found.filter(({ id, status }) => open.includes(status) || chosen.includes(id))
  if (choices.length === 0)
    return isRequired ? <p>This patient has no open consent. Make a new one.</p> : null
  return (
    <Fieldset
      id="consentIds"
      legend={
        isRequired ? (
          'Consents of this patient'
        ) : (
          <>
            Consents <span className="font-normal text-muted">(optional)</span>
          </>
        )
      }
      hint={isRequired ? undefined : 'Leave empty to match the only suitable consent'}
      error={error}
    >
      {() =>
        choices.map(({ id, treatment, teeth, status }) => (
          <CheckboxField
            key={id}
            label={[treatment, teethInBrief(notation, teeth), consentStatusAppearance[status].label]
              .filter(Boolean)
              .join(' · ')}
            checked={chosen.includes(id)}
            onChange={({ target: { checked } }) =>
              onChange(checked ? [...chosen, id] : chosen.filter((other) => other !== id))
            }
          />
        ))
      }
    </Fieldset>
  )
}
