import { Clapperboard, Trash2, Undo2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { PlanVideo } from '../../../contract/consent-plan.ts'
import type { Media } from '../../../contract/templates.ts'
import { Button } from '../../ui/plain/button.tsx'
import { CheckboxField } from '../../ui/plain/checkbox-field.tsx'
import { FoldedRow } from '../../ui/plain/folded-row.tsx'
import { Spinner } from '../../ui/plain/spinner.tsx'
import { chosenTreatments, type ConsentValues } from './consent-form-values.ts'
import { ChosenVideo, VideoPicker } from './lazy-video.ts'
import { shownVideoOf, videoSummary, withVideoRequired } from './planned-video.ts'

type VideoPanelProps = { values: ConsentValues; onChange: (changes: Partial<ConsentValues>) => void }

/** Which video the patient is shown with the text: the template's, another one of the library, or none. */
export function VideoPanel({ values, onChange }: VideoPanelProps) {
  const [isPicking, setPicking] = useState(false)
  const { video } = values
  const shown = shownVideoOf(values)
  const change = (changed: PlanVideo | null) => onChange({ video: changed })
  if (chosenTreatments(values).length === 0) return null
  return (
    <FoldedRow label="Video" summary={videoSummary(values)} open={video !== null || undefined}>
      <div className="space-y-4">
        {shown && <ShownMedia media={shown} />}
        {shown && (
          <CheckboxField
            label="Required viewing"
            hint="The patient watches it before they sign, or reads the transcript instead."
            checked={shown.required}
            onChange={({ target }) => change(withVideoRequired(values, target.checked))}
          />
        )}
        <div className="flex flex-wrap gap-2">
          <Button variant="quiet" size="small" icon={Clapperboard} onClick={() => setPicking(true)}>
            {shown ? 'Choose another video' : 'Choose a video'}
          </Button>
          {shown && (
            <Button variant="quiet" size="small" icon={Trash2} onClick={() => change({ show: 'none' })}>
              Remove video
            </Button>
          )}
          {video !== null && (
            <Button variant="quiet" size="small" icon={Undo2} onClick={() => change(null)}>
              Use the template’s video
            </Button>
          )}
        </div>
      </div>
      {isPicking && (
        <Suspense>
          <VideoPicker
            side="clinic"
            onClose={() => setPicking(false)}
            onChosen={({ id: videoId }) => {
              setPicking(false)
              change({ show: 'chosen', videoId, required: shown?.required ?? true })
            }}
          />
        </Suspense>
      )}
    </FoldedRow>
  )
}

const ShownMedia = ({ media: { videoId, url } }: { media: Pick<Media, 'videoId' | 'url'> }) =>
  videoId === undefined ? (
    <p className="break-all text-muted">{url}</p>
  ) : (
    <Suspense fallback={<Spinner message="Loading video" />}>
      <ChosenVideo key={videoId} videoId={videoId} />
    </Suspense>
  )
