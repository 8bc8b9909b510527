import { useState, type ReactNode } from 'react'
import { Button } from '../../ui/plain/button.tsx'
import { CheckboxField } from '../../ui/plain/checkbox-field.tsx'
import { Disclosure } from '../../ui/plain/disclosure.tsx'
import { SelectField } from '../../ui/plain/select-field.tsx'
import { TemplatePicker, type TemplateSummary } from '../templates/index.ts'
import { FindingSource } from './finding-source.tsx'
import { useToothNotation } from '../clinics/index.ts'
import { teethText, type TreatmentChoice } from './note-choices.ts'

/** The picture of the mouth, which belongs to consents and is handed in. */
export type ToothPicking = (props: {
  id: string
  value: readonly string[]
  onChange: (teeth: string[]) => void
  error?: string | undefined
}) => ReactNode

type NoteTreatmentChoiceProps = {
  note: string
  choice: TreatmentChoice
  templates: readonly TemplateSummary[]
  onChange: (changes: Partial<TreatmentChoice>) => void
  toothPicking: ToothPicking
  errorOf: (id: string) => string | undefined
}

const toSentence = (words: string) => `${words[0]?.toUpperCase() ?? ''}${words.slice(1)}`

/** A treatment of the note: whether it is meant, by which template, at which teeth. */
export function NoteTreatmentChoice(props: NoteTreatmentChoiceProps) {
  const { note, choice, templates, onChange, toothPicking, errorOf } = props
  const { key, says, area, offers, isChosen, templateId, teeth } = choice
  const notation = useToothNotation()
  const [isPicking, setPicking] = useState(false)
  const offered = offers.flatMap((offer) => offer.templates.map((template) => ({ ...template, ...offer })))
  const isOther = templateId !== '' && !offered.some(({ id }) => id === templateId)
  const otherName = templates.find(({ id }) => id === templateId)?.name
  const [teethId, templateFieldId] = [`teeth-${key}`, `template-${key}`]
  const teethError = errorOf(teethId)
  return (
    <li className="space-y-3 border-t border-line pt-4 first:border-t-0 first:pt-0">
      <CheckboxField
        label={<span className="font-semibold">{toSentence(says)}</span>}
        checked={isChosen}
        onChange={(event) => onChange({ isChosen: event.target.checked })}
      />
      <FindingSource {...choice} note={note} />
      {isChosen && (
        <>
          <SelectField
            id={templateFieldId}
            label={`Template for ${says}`}
            empty="Choose a template"
            options={[
              ...offered.map(({ id, name, isOwn }) => ({
                value: id,
                label: isOwn ? `${name} (your own)` : name,
              })),
              ...(isOther ? [{ value: templateId, label: otherName ?? 'Another template' }] : []),
            ]}
            value={templateId}
            onChange={(event) => onChange({ templateId: event.target.value })}
            error={errorOf(templateFieldId)}
          />
          <Button
            variant="link"
            size="small"
            aria-expanded={isPicking}
            onClick={() => setPicking(!isPicking)}
          >
            {isPicking ? `Close the other templates` : `Another template for ${says}`}
          </Button>
          {isPicking && (
            <TemplatePicker
              id={`picker-${key}`}
              initial={templates}
              chosenId={templateId}
              onChange={(chosen) => onChange({ templateId: chosen })}
            />
          )}
          <Disclosure
            key={teethError}
            open={teethError !== undefined}
            summary={`Teeth for ${says}: ${teeth.length > 0 ? teethText(teeth, notation) : area || 'none'}`}
          >
            {toothPicking({
              id: teethId,
              value: teeth,
              onChange: (now) => onChange({ teeth: now }),
              error: teethError,
            })}
          </Disclosure>
        </>
      )}
    </li>
  )
}
