import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { useEffect, useRef, type ComponentProps, type ReactNode } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { errorOf } from '../../ui/plain/error-summary.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { useLatest } from '../../ui/use-latest.ts'
import type { Clinician } from '../staff/index.ts'
import { clinicalReviewText, TemplatePicker, type TemplateSummary } from '../templates/index.ts'
import { fetchWording } from './consent-start.ts'
import { TreatmentFields } from './treatment-fields.tsx'
import { phraseFieldsOf, treatmentIds, type TreatmentWording } from './treatment-values.ts'

/** The way to pin, hide and add the phrases of a template, which are another feature's. */
export type RenderPhrases = (of: {
  templateId: string
  clinicianId: string
  clinicianName: string
  fields: ReturnType<typeof phraseFieldsOf>
  onClose: () => void
}) => ReactNode

type TreatmentPanelProps = ComponentProps<typeof TreatmentFields> & {
  /** Who will treat; absent until somebody is chosen. */
  clinician: Clinician | undefined
  phrasesOf: RenderPhrases
  /** How many treatments there are. */
  count: number
  templates: readonly TemplateSummary[]
  onTemplate: (templateId: string) => void
  onWording: (read: TreatmentWording) => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

/** One treatment: which, where, what it costs, and the details that its text asks for. */
export function TreatmentPanel(props: TreatmentPanelProps) {
  const { treatment, index, count, templates, clinician, phrasesOf, errors } = props
  const clinicianId = clinician?.id ?? ''
  const { templateId, template } = treatment
  const { ask, busy, problem } = useLatest(
    (chosenId: string) => fetchWording(chosenId, clinicianId),
    props.onWording,
  )
  const ids = treatmentIds(index)
  const clinicalReview = template && clinicalReviewText(template)
  const askedFor = useRef(clinicianId)
  useEffect(() => {
    if (askedFor.current === clinicianId) return
    askedFor.current = clinicianId
    if (templateId) void ask(templateId)
  }, [clinicianId, templateId, ask])

  /** The wording follows the choice: what the template asks for, and what is usually written. */
  function choose(chosenId: string) {
    props.onTemplate(chosenId)
    void ask(chosenId)
  }
  return (
    <Panel
      title={count > 1 ? `Treatment ${index + 1} of ${count}` : undefined}
      actions={count > 1 ? <TreatmentActions {...props} /> : undefined}
    >
      <TemplatePicker
        id={ids.template}
        initial={templates}
        chosenId={templateId}
        chosenName={template?.name}
        onChange={choose}
        error={errorOf(errors, ids.template)}
      />
      <ProblemMessage problem={problem} className="mt-3">
        <Button variant="quiet" size="small" className="mt-3" onClick={() => void ask(templateId)}>
          Try again
        </Button>
      </ProblemMessage>
      {templateId !== '' && (
        <div aria-busy={busy} className="field-rows mt-5 border-t border-line pt-5">
          {clinicalReview != null && (
            <p className="mb-4 text-small text-muted" dir="auto">
              Wording: {clinicalReview}
            </p>
          )}
          <TreatmentFields {...props} />
          {clinician && (
            <div className="mt-3 text-end">
              {phrasesOf({
                templateId,
                ...{ clinicianId: clinician.id, clinicianName: clinician.name },
                fields: phraseFieldsOf(template),
                onClose: () => void ask(templateId),
              })}
            </div>
          )}
        </div>
      )}
    </Panel>
  )
}

function TreatmentActions({ treatment, index, count, onMove, onRemove }: TreatmentPanelProps) {
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
