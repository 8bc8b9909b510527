import { ImagePlus } from 'lucide-react'
import { Suspense, useRef, type ChangeEvent } from 'react'
import { own_pictures_max } from '../../../contract/limits.ts'
import { siteName, type TreatmentSite } from '../../../contract/teeth.ts'
import { FailedState } from '../../ui/failed-state.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { lazyPart } from '../../ui/plain/lazy-part.ts'
import { FoldedRow } from '../../ui/plain/folded-row.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { Spinner } from '../../ui/plain/spinner.tsx'
import { PictureList } from './picture-view.tsx'
import { usePictureEditing } from './use-picture-editing.ts'

/** Few drafts have a picture, so what it is marked with is fetched when it is first needed (rulings 31). */
const PictureEditor = lazyPart(async () => ({
  default: (await import('./picture-editor.tsx')).PictureEditor,
}))

type PicturePanelProps = {
  /** Null before there is a draft. */
  draftId: string | null
  /** Where treatment is planned as the form stands. */
  planned: readonly TreatmentSite[]
  /** Saves the form; answers the draft, or null where it cannot be saved yet. */
  saveDraft: () => Promise<string | null>
}

const describePlan = (planned: readonly TreatmentSite[]): string =>
  planned
    .map(({ teeth, area }) => siteName(teeth, area))
    .filter(Boolean)
    .join(', ')

const countText = (count: number) => (count === 0 ? 'None' : count === 1 ? '1 picture' : `${count} pictures`)

/** X-rays and photographs of the patient, with marks on them, to explain what is planned. */
export function PicturePanel({ draftId, planned, saveDraft }: PicturePanelProps) {
  const editing = usePictureEditing(draftId, saveDraft)
  const { pictures, edited } = editing
  return (
    <FoldedRow
      label="X-rays and photos"
      summary={pictures ? countText(pictures.length) : ''}
      open={(pictures && pictures.length > 0) || undefined}
    >
      <p className="mb-4 text-muted">Pictures of this patient with marks, shown beside the plan.</p>
      {editing.failed && <FailedState onRetry={editing.retry} />}
      {!pictures && !editing.failed && <Spinner message="Loading pictures" />}
      {pictures && (
        <PictureList
          consentId={draftId ?? ''}
          pictures={pictures}
          className="mb-5 space-y-6"
          onEdit={(picture) => void editing.open(picture)}
          onRemove={(picture) => void editing.remove(picture)}
        />
      )}
      {pictures && pictures.length < own_pictures_max && (
        <PictureChooser busy={editing.busy} onFile={(file) => void editing.choose(file)} />
      )}
      {pictures?.length === own_pictures_max && (
        <p className="text-muted">A consent shows at most {own_pictures_max} pictures.</p>
      )}
      <ProblemMessage problem={editing.problem} className="mt-3" />
      <Suspense>
        {edited && (
          <PictureEditor
            title={'image' in edited ? 'Add a picture' : 'Edit picture'}
            image={edited.canvas}
            start={edited.values}
            planned={planned}
            plan={describePlan(planned)}
            onSave={(details) => editing.save(edited, details)}
            onClose={editing.close}
          />
        )}
      </Suspense>
    </FoldedRow>
  )
}

function PictureChooser({ busy, onFile }: { busy: boolean; onFile: (file: File) => void }) {
  const field = useRef<HTMLInputElement>(null)
  function take({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const file = currentTarget.files?.[0]
    // Emptied, so that the same file can be chosen again.
    currentTarget.value = ''
    if (file) onFile(file)
  }
  return (
    <>
      <Button variant="quiet" icon={ImagePlus} busy={busy} onClick={() => field.current?.click()}>
        Add a picture
      </Button>
      <p className="mt-2 text-small text-muted">
        JPEG or PNG, at most 10 MB. Location and camera details are removed.
      </p>
      <input
        ref={field}
        type="file"
        accept="image/jpeg,image/png"
        aria-label="Picture"
        tabIndex={-1}
        onChange={take}
        className="sr-only"
      />
    </>
  )
}
