import { Pause, Play } from 'lucide-react'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { uploadMessage, type UploadCourse, type UploadStanding } from './upload-course.ts'
import type { Video } from './video-operations.ts'
import { sentWords } from './video-words.ts'

type UploadProgressProps = { course: UploadCourse<Video>; standing: UploadStanding<Video> }

/** How far an upload is, and what can be done with it meanwhile. */
export function UploadProgress({ course, standing }: UploadProgressProps) {
  const { step, percent, made, note } = standing
  return (
    <div className="space-y-3">
      <ProgressBar
        label="Upload"
        done={percent}
        total={100}
        words={
          <>
            <span role="status">{uploadMessage(standing)}</span> {percent}%
          </>
        }
      />
      {step === 'compressing' && (
        <ProgressBar
          label="Making the video smaller"
          done={Math.round(made * 100)}
          total={100}
          words={`Making the video smaller: ${Math.round(made * 100)}%. Patients see it at 1280 by 720 at most.`}
        />
      )}
      {note && <p className="text-muted">{sentWords(note)}</p>}
      <p role="status" className="empty:hidden">
        {step === 'waiting' && 'The connection is lost. The upload goes on by itself when it is back.'}
        {step === 'paused' && 'Paused. What has arrived so far is kept.'}
      </p>
      <div className="flex flex-wrap gap-2">
        {step === 'compressing' && (
          <Button variant="quiet" size="small" onClick={() => course.skipCompression()}>
            Send it as it is
          </Button>
        )}
        {(step === 'sending' || step === 'waiting') && (
          <Button variant="quiet" size="small" icon={Pause} onClick={() => course.pause()}>
            Pause
          </Button>
        )}
        {step === 'paused' && (
          <Button size="small" icon={Play} onClick={() => course.goOn()}>
            Resume
          </Button>
        )}
        {step !== 'finishing' && (
          <Button variant="quiet" size="small" onClick={() => void course.cancel()}>
            Cancel
          </Button>
        )}
      </div>
    </div>
  )
}
