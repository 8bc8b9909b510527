import { Plus } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { treatments_max } from '../../../contract/limits.ts'
import { Button } from '../../ui/plain/button.tsx'
import type { FieldProblem } from '../../ui/plain/error-summary.tsx'
import { Link } from '../../ui/plain/link.tsx'
import type { Clinician } from '../staff/index.ts'
import type { Dentition } from '../teeth/index.ts'
import type { TemplateSummary } from '../templates/index.ts'
import {
  hasLastPhrases,
  moveTreatment,
  removeTreatment,
  withTreatmentDetails,
  withTreatmentTemplate,
  withTreatmentWording,
  type ConsentValues,
} from './consent-form-values.ts'
import { riskPhrases } from './risk-phrases.ts'
import { TreatmentPanel, type RenderPhrases } from './treatment-panel.tsx'
import { newTreatment, treatmentIds } from './treatment-values.ts'

type TreatmentListProps = {
  values: ConsentValues
  onValues: (change: (values: ConsentValues) => ConsentValues) => void
  templates: readonly TemplateSummary[]
  clinicians: readonly Clinician[]
  phrasesOf: RenderPhrases
  dentition: Dentition
  /** What was found, which is asked with the first treatment. */
  diagnosis: ReactNode
  historyHref: string | undefined
  /** Takes over what the clinician wrote last for a treatment. */
  onLast: (key: string) => void
  errors: readonly FieldProblem[]
}

/** The treatments that the patient is asked about, each accepted or declined by itself. */
export function TreatmentList(props: TreatmentListProps) {
  const { values, onValues, templates, clinicians, phrasesOf, dentition, diagnosis, historyHref } = props
  const { onLast, errors } = props
  const { treatments, risks } = values
  const addButton = useRef<HTMLButtonElement>(null)
  const added = useRef<string>(undefined)
  useEffect(() => {
    const place = treatments.findIndex(({ key }) => key === added.current)
    if (place < 0) return
    added.current = undefined
    document.getElementById(treatmentIds(place).template)?.focus()
  }, [treatments])

  function add() {
    const unchosen = treatments.find(({ templateId }) => templateId === '')
    if (unchosen) {
      document.getElementById(treatmentIds(treatments.indexOf(unchosen)).template)?.focus()
      return
    }
    const treatment = newTreatment()
    added.current = treatment.key
    onValues((now) => ({ ...now, treatments: [...now.treatments, treatment] }))
  }
  function remove(key: string) {
    onValues((now) => removeTreatment(now, key))
    addButton.current?.focus()
  }
  const phrases = riskPhrases(values)
  const riskChoice = {
    phrases,
    note: risks && phrases.length === 0 && historyHref && (
      <p className="mt-1 text-small text-muted">
        <Link href={historyHref} className="text-link">
          Review the medical history
        </Link>{' '}
        to say that none are known.
      </p>
    ),
  }
  return (
    <>
      {treatments.map((treatment, at) => (
        <TreatmentPanel
          key={treatment.key}
          treatment={treatment}
          source={values.carried?.source ?? ''}
          index={at}
          count={treatments.length}
          phrasesOf={phrasesOf}
          clinician={clinicians.find(({ id }) => id === values.clinicianId)}
          templates={templates}
          diagnosis={at === 0 && diagnosis}
          risks={riskChoice}
          onTemplate={(templateId) =>
            onValues((now) => withTreatmentTemplate(now, treatment.key, templateId))
          }
          onChange={(changes) => onValues((now) => withTreatmentDetails(now, treatment.key, changes))}
          onWording={(read) => onValues((now) => withTreatmentWording(now, treatment.key, read))}
          onLast={hasLastPhrases(values, treatment) ? () => onLast(treatment.key) : undefined}
          onMove={(by) => onValues((now) => moveTreatment(now, treatment.key, by))}
          onRemove={() => remove(treatment.key)}
          firstDentition={dentition}
          errors={errors}
        />
      ))}
      {treatments.length < treatments_max && (
        <Button ref={addButton} variant="quiet" icon={Plus} onClick={add}>
          Add another treatment
        </Button>
      )}
    </>
  )
}
