import { Trash2 } from 'lucide-react'
import type { TreatmentSite } from '../../../contract/teeth.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { SelectField } from '../../ui/plain/select-field.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { shapeLabel, toothOptions } from './picture-values.ts'
import type { PictureAnnotations } from './use-picture-annotations.ts'

/** What each mark is about: its tooth, and a word or two for the patient. */
export function AnnotationList({
  marks: editing,
  planned,
}: {
  marks: PictureAnnotations
  planned: readonly TreatmentSite[]
}) {
  const { marks, change, changeOne } = editing
  const options = toothOptions(planned)
  if (marks.length === 0) return null
  return (
    <ol className="space-y-4">
      {marks.map(({ key, shape, tooth, note }, nth) => (
        <li key={key} className="rounded-lg border border-line p-3">
          <fieldset>
            <legend className="sr-only">{`Mark ${nth + 1}`}</legend>
            <div className="mb-2 flex items-center justify-between gap-2">
              <p className="font-semibold">
                {nth + 1}. {shapeLabel(shape)}
              </p>
              <IconButton
                label={`Delete mark ${nth + 1}`}
                icon={Trash2}
                onClick={() => change(`delete:${key}`, (now) => now.filter((mark) => mark.key !== key))}
              />
            </div>
            <div className="grid gap-3 sm:grid-cols-2">
              <SelectField
                label="Tooth"
                optional
                empty="No tooth"
                options={options}
                value={tooth}
                onChange={({ target }) =>
                  changeOne(`tooth:${key}`, key, (mark) => ({ ...mark, tooth: target.value }))
                }
              />
              <TextField
                label="Note"
                optional
                autoComplete="off"
                dir="auto"
                maxLength={120}
                value={note}
                onChange={({ target }) =>
                  changeOne(`note:${key}`, key, (mark) => ({ ...mark, note: target.value }))
                }
              />
            </div>
          </fieldset>
        </li>
      ))}
    </ol>
  )
}
