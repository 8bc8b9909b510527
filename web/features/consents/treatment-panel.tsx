import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { IconButton } from '../../ui/icon-button.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { useLatest } from '../../ui/use-latest.ts'
import type { Dentition } from '../teeth/index.ts'
import { TemplatePicker, type TemplateSummary } from '../templates/index.ts'
import { fetchWording } from './consent-start.ts'
import { TreatmentFields } from './treatment-fields.tsx'
import { treatmentIds, type TreatmentValues, type TreatmentWording } from './treatment-values.ts'

type TreatmentPanelProps = {
  treatment: TreatmentValues
  /** Where what is offered beside the fields comes from. */
  source: string
  index: number
  /** How many treatments there are. */
  count: number
  templates: readonly TemplateSummary[]
  /** Whether the templates stand open to choose from. */
  isPicking: boolean
  onPick: () => void
  onChange: (changes: Partial<TreatmentValues>) => void
  onTemplate: (templateId: string) => void
  onWording: (read: TreatmentWording) => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
  dentition: Dentition
  errors: readonly FieldProblem[]
}

/** One treatment: which, where, what it costs, and the details that its text asks for. */
export function TreatmentPanel(props: TreatmentPanelProps) {
  const { treatment, index, count, templates, isPicking, onPick, onChange, dentition, errors } = props
  const { templateId, template } = treatment
  const { ask, busy, problem } = useLatest(fetchWording, props.onWording)
  const ids = treatmentIds(index)

  /** The wording follows the choice: what the template asks for, and what the practice entered last. */
  function choose(chosenId: string) {
    props.onTemplate(chosenId)
    void ask(chosenId)
  }
  return (
    <Panel
      title={count > 1 ? `Treatment ${index + 1} of ${count}` : undefined}
      actions={count > 1 ? <ToothAndAreaFields {...props} /> : undefined}
    >
      {isPicking ? (
        <TemplatePicker
          id={ids.template}
          initial={templates}
          chosenId={templateId}
          onChange={choose}
          error={errorOf(errors, ids.template)}
        />
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p dir="auto" className="min-w-0 text-h2 font-semibold">
            {template?.name ?? 'No treatment chosen'}
          </p>
          <Button id={ids.template} variant="quiet" size="small" onClick={onPick}>
            {template ? 'Choose another treatment' : 'Choose a treatment'}
          </Button>
        </div>
      )}
      <ProblemMessage problem={problem} className="mt-3">
        <Button variant="quiet" size="small" className="mt-3" onClick={() => void ask(templateId)}>
          Try again
        </Button>
      </ProblemMessage>
      {templateId !== '' && (
        <div aria-busy={busy} className="mt-6 border-t border-line pt-5">
          <TreatmentFields
            treatment={treatment}
            source={props.source}
            index={index}
            onChange={onChange}
            firstDentition={dentition}
            errors={errors}
          />
        </div>
      )}
    </Panel>
  )
}

function ToothAndAreaFields({ treatment, index, count, onMove, onRemove }: TreatmentPanelProps) {
  const name = treatment.template?.name ?? `treatment ${index + 1}`
  return (
    <div className="flex">
      {index > 0 && <IconButton label={`Move ${name} up`} icon={ArrowUp} onClick={() => onMove(-1)} />}
      {index < count - 1 && (
        <IconButton label={`Move ${name} down`} icon={ArrowDown} onClick={() => onMove(1)} />
      )}
      <IconButton label={`Remove ${name}`} icon={Trash2} onClick={onRemove} />
    </div>
  )
}
