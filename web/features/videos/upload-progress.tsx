import { Pause, Play } from 'lucide-react'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { uploadMessage, type VideoUpload, type UploadState } from './resumable-video-upload.ts'
import type { Video } from './video-operations.ts'
import { compressionText } from './video-words.ts'

type UploadProgressProps = { upload: VideoUpload<Video>; state: UploadState<Video> }

/** How far an upload is, and what can be done with it meanwhile. */
export function UploadProgress({ upload, state }: UploadProgressProps) {
  const { step, percent, compressedPercent, note } = state
  return (
    <div className="space-y-3">
      <ProgressBar
        label="Upload"
        done={percent}
        total={100}
        valueText={
          <>
            <span role="status">{uploadMessage(state)}</span> {percent}%
          </>
        }
      />
      {step === 'compressing' && (
        <ProgressBar
          label="Compressing the video"
          done={Math.round(compressedPercent * 100)}
          total={100}
          valueText={`Compressing the video: ${Math.round(compressedPercent * 100)}%. Patients see it at up to 1280 × 720.`}
        />
      )}
      {note && <p className="text-muted">{compressionText(note)}</p>}
      <p role="status" className="empty:hidden">
        {step === 'waiting' && 'Connection lost. The upload resumes automatically when it returns.'}
        {step === 'paused' && 'Paused. Your progress is saved.'}
      </p>
      <div className="flex flex-wrap gap-2">
        {step === 'compressing' && (
          <Button variant="quiet" size="small" onClick={() => upload.skipCompression()}>
            Upload without compressing
          </Button>
        )}
        {(step === 'sending' || step === 'waiting') && (
          <Button variant="quiet" size="small" icon={Pause} onClick={() => upload.pause()}>
            Pause
          </Button>
        )}
        {step === 'paused' && (
          <Button size="small" icon={Play} onClick={() => upload.resume()}>
            Resume
          </Button>
        )}
        {step !== 'finishing' && (
          <Button variant="quiet" size="small" onClick={() => void upload.cancel()}>
            Cancel
          </Button>
        )}
      </div>
    </div>
  )
}
