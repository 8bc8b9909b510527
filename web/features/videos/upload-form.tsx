import { Upload } from 'lucide-react'
import type { ReactNode } from 'react'
import { FileField } from '../../ui/file-field.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import type { StoredUpload } from './stored-upload.ts'
import type { VideoUpload, UploadState } from './resumable-video-upload.ts'
import { UploadProgress } from './upload-progress.tsx'
import { acceptedFiles, safeVideoName, sizeText } from './video-file-rules.ts'
import type { Video } from './video-operations.ts'
import { useIsFeatureDisabled } from '../clinics/index.ts'

type UploadFormProps = {
  upload: VideoUpload<Video>
  state: UploadState<Video>
  /** Another way to a video, beside the button. */
  otherActions?: ReactNode
}

/** A video from this computer: chosen, looked at, sent. */
export function UploadForm({ upload, state, otherActions }: UploadFormProps) {
  const { file, problem, stored } = state
  const isOff = useIsFeatureDisabled('own-videos')
  if (isOff)
    return (
      <div className="space-y-3">
        <p className="text-muted">Uploading videos is switched off for your practice at the moment.</p>
        {otherActions}
      </div>
    )
  if (upload.isInProgress) return <UploadProgress upload={upload} state={state} />
  return (
    <div className="space-y-3">
      {stored && !file && <StoredUploadNotice kept={stored} onDrop={() => void upload.cancel()} />}
      <FileField
        label="Select Video"
        hint="MP4, WebM, MOV or AVI, less than 100 MB"
        accept={acceptedFiles}
        single
        onFiles={([chosen]) => upload.choose(chosen ?? null)}
      />
      {problem !== null && (
        <InlineMessage tone="bad" role="alert">
          {problem}
        </InlineMessage>
      )}
      {file && <ChosenFile file={file} />}
      <div className="flex flex-wrap gap-2">
        <Button variant={file ? 'primary' : 'quiet'} icon={Upload} onClick={() => void upload.upload()}>
          Upload Video
        </Button>
        {(file || problem !== null) && (
          <Button variant="quiet" onClick={() => void upload.cancel()}>
            Cancel
          </Button>
        )}
        {otherActions}
      </div>
    </div>
  )
}

const ChosenFile = ({ file: { name, size } }: { file: File }) => (
  <div>
    <p className="break-all">
      <strong>{name}</strong>, {sizeText(size)}
    </p>
    <p className="text-small break-all text-muted">
      Stored as videos/, the time of the upload, and {safeVideoName(name)}
    </p>
  </div>
)

const StoredUploadNotice = ({ kept, onDrop }: { kept: StoredUpload; onDrop: () => void }) => (
  <InlineMessage title={`The upload of ${kept.name} was interrupted at ${kept.percent}%`}>
    <p>Select the same file again to resume the upload.</p>
    <Button variant="quiet" size="small" className="mt-2" onClick={onDrop}>
      Start a new upload
    </Button>
  </InlineMessage>
)
