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
          label="Making the video smaller"
          done={Math.round(compressedPercent * 100)}
          total={100}
          valueText={`Making the video smaller: ${Math.round(compressedPercent * 100)}%. Patients see it at 1280 by 720 at most.`}
        />
      )}
      {note && <p className="text-muted">{compressionText(note)}</p>}
      <p role="status" className="empty:hidden">
        {step === 'waiting' && 'The connection is lost. The upload goes on by itself when it is back.'}
        {step === 'paused' && 'Paused. What has arrived so far is kept.'}
      </p>
      <div className="flex flex-wrap gap-2">
        {step === 'compressing' && (
          <Button variant="quiet" size="small" onClick={() => upload.skipCompression()}>
            Send it as it is
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
