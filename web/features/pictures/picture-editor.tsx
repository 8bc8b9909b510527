import { today } from '../../../contract/calendar-day.ts'
import { Undo2 } from 'lucide-react'
import { useId, useState } from 'react'
import { picture_annotations_max } from '../../../contract/limits.ts'
import { annotationShapes, type AnnotationShape } from '../../../contract/picture-annotations.ts'
import type { TreatmentSite } from '../../../contract/teeth.ts'
import { useConfirm } from '../../ui/alert-provider.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { ErrorSummary, errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { RadioGroup } from '../../ui/plain/radio-group.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { useTask } from '../../ui/use-task.ts'
import { AnnotationCanvas, type CanvasImage } from './annotation-canvas.tsx'
import { newAnnotation } from './annotation-edits.ts'
import { AnnotationList } from './annotation-list.tsx'
import {
  toPictureInput,
  unplannedToothPrompt,
  validatePicture,
  kindLabels,
  shapeLabel,
  type PictureDetails,
  type PictureValues,
} from './picture-values.ts'
import { usePictureAnnotations, type PictureAnnotations } from './use-picture-annotations.ts'
import { Form } from '../../ui/form.tsx'

type PictureEditorProps = {
  title: string
  image: CanvasImage
  start: PictureValues
  planned: readonly TreatmentSite[]
  /** The same in words. */
  plan: string
  onSave: (details: PictureDetails) => Promise<void>
  onClose: () => void
}

/** A picture with what is said of it and what is marked on it. */
export function PictureEditor({ title, image, start, planned, plan, onSave, onClose }: PictureEditorProps) {
  const form = useId()
  const [values, setValues] = useState(start)
  const [errors, setErrors] = useState<readonly FieldProblem[]>([])
  const marks = usePictureAnnotations(start.marks)
  const { busy, problem, run } = useTask()
  const confirm = useConfirm()
  const all = { ...values, marks: marks.marks }

  async function save() {
    const faults = validatePicture(all, today())
    setErrors(faults)
    if (faults.length > 0) return
    const question = unplannedToothPrompt(all, planned, plan)
    if (question && !(await confirm(question))) return
    await run(() => onSave({ ...toPictureInput(all), elsewhereConfirmed: question !== null }))
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      size="large"
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={form} busy={busy}>
            Save picture
          </Button>
        </>
      }
    >
      <Form
        draft="picture"
        id={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
        className="space-y-5"
      >
        <ErrorSummary errors={errors} className="" />
        <div className="grid items-start gap-6 md:grid-cols-[minmax(0,1fr)_20rem]">
          <AnnotationSection image={image} alt={values.alt || 'The chosen picture'} marks={marks} />
          <div className="min-w-0 space-y-5">
            <DescriptionFields values={values} errors={errors} onChange={setValues} />
          </div>
        </div>
        <AnnotationList marks={marks} planned={planned} />
        <ProblemMessage problem={problem} />
      </Form>
    </Dialog>
  )
}

type AnnotationSectionProps = { image: CanvasImage; alt: string; marks: PictureAnnotations }

function AnnotationSection({ image, alt, marks }: AnnotationSectionProps) {
  const [shape, setShape] = useState<AnnotationShape>('circle')
  const mayAdd = marks.marks.length < picture_annotations_max

  function add() {
    const mark = newAnnotation(shape, crypto.randomUUID())
    marks.change(`new:${mark.key}`, (now) => [...now, mark])
    marks.endStep()
    marks.setSelected(mark.key)
    // Drawn by then, so that the arrow keys go on with it.
    requestAnimationFrame(() => document.getElementById(`mark-${mark.key}`)?.focus())
  }
  return (
    <div className="min-w-0">
      <RadioGroup
        legend="Mark with"
        name="mark-shape"
        inline
        options={annotationShapes.map((value) => ({ value, label: shapeLabel(value) }))}
        value={shape}
        onChange={(chosen) => setShape(chosen as AnnotationShape)}
        className="mb-3"
      />
      <AnnotationCanvas image={image} alt={alt} marks={marks} shape={shape} mayAdd={mayAdd} />
      <div className="mt-3 flex flex-wrap items-center gap-2">
        {mayAdd && (
          <Button variant="quiet" size="small" onClick={add}>
            Add in the middle
          </Button>
        )}
        {marks.canUndo && (
          <Button variant="quiet" size="small" icon={Undo2} onClick={marks.undo}>
            Undo
          </Button>
        )}
      </div>
      <p id="mark-keys" className="mt-2 text-small text-muted">
        Drag over the picture to add a mark. Arrow keys move it, Shift with arrow keys resizes it, Delete
        removes it.
      </p>
    </div>
  )
}

type DescriptionFieldsProps = {
  values: PictureValues
  errors: readonly FieldProblem[]
  onChange: (change: (values: PictureValues) => PictureValues) => void
}

function DescriptionFields({ values, errors, onChange }: DescriptionFieldsProps) {
  const change = (changes: Partial<PictureValues>) => onChange((now) => ({ ...now, ...changes }))
  return (
    <>
      <RadioGroup
        legend="Kind"
        name="picture-kind"
        inline
        options={Object.entries(kindLabels).map(([value, label]) => ({ value, label }))}
        value={values.kind}
        onChange={(kind) => change({ kind: kind as PictureValues['kind'] })}
      />
      <TextField
        id="picture-caption"
        label="Caption"
        hint="What the patient reads under it, such as ‘Your lower left teeth’"
        autoComplete="off"
        dir="auto"
        maxLength={200}
        value={values.caption}
        onChange={({ target }) => change({ caption: target.value })}
        error={errorOf(errors, 'picture-caption')}
      />
      <TextareaField
        id="picture-alt"
        label="What it shows"
        hint="In plain words, for a patient who cannot see it"
        maxLength={1000}
        rows={3}
        value={values.alt}
        onChange={({ target }) => change({ alt: target.value })}
        error={errorOf(errors, 'picture-alt')}
      />
      <TextField
        id="picture-taken"
        label="Taken on"
        optional
        type="date"
        max={today()}
        width="medium"
        value={values.takenOn}
        onChange={({ target }) => change({ takenOn: target.value })}
        error={errorOf(errors, 'picture-taken')}
      />
    </>
  )
}
