import { Suspense, useEffect, useState } from 'react'
import watching from '../../../build/content/page.watching.json'
import captions from '../../../content/videos/root-canal-steps.vtt?no-inline'
import file from '../../../content/videos/root-canal-steps.mp4?no-inline'
import transcript from '../../../content/videos/root-canal-steps.txt?raw'
import { publicMeta } from '../../page-meta.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { lazyPart } from '../../ui/plain/lazy-part.ts'
import { Spinner } from '../../ui/plain/spinner.tsx'

const ViewingTrial = lazyPart(async () => ({
  default: (await import('../../features/viewings/viewing-trial.tsx')).ViewingTrial,
}))

export const meta = () => publicMeta('/setup/video-consent-demo', watching)

const clip = { file, captions, transcript, lengthMs: 37_000 }

/** Holds no data and stays open to everybody (rulings 42). What is watched stays in this browser, so it is drawn there. */
export default function SetupVideoDemo() {
  const [isHere, setHere] = useState(false)
  useEffect(() => setHere(true), [])
  const waiting = <Spinner size="large" />
  return (
    <div className="mx-auto w-full max-w-page px-6 py-8">
      <div className="mx-auto max-w-page">
        <PageHeader title={watching.heading} lead={watching.lead} />
        {isHere ? (
          <Suspense fallback={waiting}>
            <ViewingTrial words={watching} clip={clip} />
          </Suspense>
        ) : (
          waiting
        )}
      </div>
    </div>
  )
}
