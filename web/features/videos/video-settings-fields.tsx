import { section_length_max } from '../../../contract/limits.ts'
import type { Media } from '../../../contract/templates.ts'
import { CheckboxField } from '../../ui/plain/checkbox-field.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'

type VideoSettingsFieldsProps = { media: Media; onChange: (media: Media) => void }

/** How patients are shown a video: each consent keeps what is said here when it is sent (rulings 48). */
export function VideoSettingsFields({ media, onChange }: VideoSettingsFieldsProps) {
  const { required, autoplay = false, controls = true, transcript } = media
  const change = (changes: Partial<Media>) => onChange({ ...media, ...changes })
  return (
    <div className="space-y-4">
      <CheckboxField
        label="Required viewing"
        hint="Patients watch it before they sign, or read the transcript instead."
        checked={required}
        onChange={({ target }) => change({ required: target.checked })}
      />
      <CheckboxField
        label="Start automatically"
        hint="Without sound, if the patient’s browser allows it."
        checked={autoplay}
        onChange={({ target }) => change({ autoplay: target.checked })}
      />
      <CheckboxField
        label="Show controls"
        hint="Play, pause, volume and captions below the picture."
        checked={controls}
        onChange={({ target }) => change({ controls: target.checked })}
      />
      <TextareaField
        label="Transcript"
        optional
        hint="Spoken and visual content, for patients who cannot watch or listen."
        rows={6}
        maxLength={section_length_max}
        dir="auto"
        value={transcript}
        onChange={({ target }) => change({ transcript: target.value })}
      />
    </div>
  )
}
