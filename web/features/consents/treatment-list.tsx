import { useEffect, useRef, useState } from 'react'
import { Plus } from 'lucide-react'
import { treatments_max } from '../../../contract/limits.ts'
import { Button } from '../../ui/plain/button.tsx'
import type { FieldProblem } from '../../ui/plain/error-summary.tsx'
import type { Dentition } from '../teeth/index.ts'
import type { TemplateSummary } from '../templates/index.ts'
import {
  removeTreatment,
  withTreatmentDetails,
  moveTreatment,
  withTreatmentTemplate,
  withTreatmentWording,
  type ConsentValues,
} from './consent-form-values.ts'
import { TreatmentPanel } from './treatment-panel.tsx'
import { newTreatment, treatmentIds } from './treatment-values.ts'

type TreatmentListProps = {
  values: ConsentValues
  onValues: (change: (values: ConsentValues) => ConsentValues) => void
  templates: readonly TemplateSummary[]
  dentition: Dentition
  errors: readonly FieldProblem[]
}

/** The treatments that the patient is asked about, each accepted or declined by itself. */
export function TreatmentList({ values, onValues, templates, dentition, errors }: TreatmentListProps) {
  const { treatments } = values
  const unchosen = treatments.find(({ templateId }) => templateId === '')
  // The templates of one treatment stand open: of the one chosen last, or of one that nothing is chosen for.
  const [picking, setPicking] = useState(unchosen?.key)
  const addButton = useRef<HTMLButtonElement>(null)
  const opened = useRef(picking)
  const place = treatments.findIndex(({ key }) => key === picking)
  useEffect(() => {
    if (opened.current === picking || place < 0) return
    opened.current = picking
    // What was pressed is gone, or stands far above: go on where the templates are.
    document.getElementById(treatmentIds(place).template)?.focus()
  }, [picking, place])

  function add() {
    if (unchosen) {
      setPicking(unchosen.key)
      document.getElementById(treatmentIds(treatments.indexOf(unchosen)).template)?.focus()
      return
    }
    const added = newTreatment()
    onValues((now) => ({ ...now, treatments: [...now.treatments, added] }))
    setPicking(added.key)
  }
  function remove(key: string) {
    onValues((now) => removeTreatment(now, key))
    addButton.current?.focus()
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
          templates={templates}
          isPicking={picking === treatment.key}
          onPick={() => setPicking(treatment.key)}
          onTemplate={(templateId) =>
            onValues((now) => withTreatmentTemplate(now, treatment.key, templateId))
          }
          onChange={(changes) => onValues((now) => withTreatmentDetails(now, treatment.key, changes))}
          onWording={(read) => onValues((now) => withTreatmentWording(now, treatment.key, read))}
          onMove={(by) => onValues((now) => moveTreatment(now, treatment.key, by))}
          onRemove={() => remove(treatment.key)}
          dentition={dentition}
          errors={errors}
        />
      ))}
      {(unchosen ?? treatments.length < treatments_max) && (
        <Button ref={addButton} variant="quiet" icon={Plus} onClick={add}>
          Add another treatment
        </Button>
      )}
    </>
  )
}
