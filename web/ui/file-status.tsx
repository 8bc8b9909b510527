import type { ReactNode } from 'react'
import { Badge, type Tone } from './plain/badge.tsx'
import { ProgressBar } from './progress-bar.tsx'

type Status = 'preparing' | 'ready' | 'failed' | 'expired'

const stateWords: Record<Status, [string, Tone]> = {
  preparing: ['In preparation', 'brand'],
  ready: ['Ready', 'ok'],
  failed: ['Failed', 'bad'],
  expired: ['Expired', 'neutral'],
}

/** The size of a file in megabytes; never as nothing. */
export const megabytesText = (bytes: number): string => `${Math.max(0.1, bytes / 1024 / 1024).toFixed(1)} MB`

type FileStatusProps = {
  file: { status: Status; progress: number; failure: string | null }
  progressLabel: string
  /** What is said of one that is ready. */
  children: ReactNode
}

/** How far a file is that is made behind the scenes. */
export function FileStatus({
  file: { status, progress, failure },
  progressLabel,
  children,
}: FileStatusProps) {
  const [words, tone] = stateWords[status]
  return (
    <>
      <Badge tone={tone}>{words}</Badge>
      {status === 'preparing' && (
        <ProgressBar
          label={progressLabel}
          done={progress}
          total={100}
          valueText={`${progress}%`}
          className="mt-2 max-w-48"
        />
      )}
      {failure && <span className="block text-small text-bad">{failure}</span>}
      {status === 'ready' && <span className="block text-small text-muted">{children}</span>}
    </>
  )
}
