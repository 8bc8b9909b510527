import { Suspense, useEffect, useState } from 'react'
import words from '../../../build/content/page.capacity-test.json'
import { publicMeta } from '../../page-meta.ts'
import { AlertProvider } from '../../ui/alert-provider.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { lazyPart } from '../../ui/plain/lazy-part.ts'
import { Link } from '../../ui/plain/link.tsx'
import { Spinner } from '../../ui/plain/spinner.tsx'

export const meta = () => publicMeta('/capacity-test', words)

/** The test is here already: the button leads to it, and nothing that was filled in is begun again. */
export const handle = { capacityTest: '#assessment' }

const blankHref = '/capacity-test/blank-form'

const CapacityTest = lazyPart(async () => {
  const [{ CapacityTestScreen }, { loadCapacityForms }] = await Promise.all([
    import('../../features/capacity/capacity-test-screen.tsx'),
    import('../../features/capacity/capacity-forms.ts'),
  ])
  const book = await loadCapacityForms()
  return {
    default: () => <CapacityTestScreen forms={book} intro={<Intro />} consentsHref="/clinic/consents" />,
  }
})

/** Open to everybody. What is filled in stays in this browser's page, so the test is drawn there alone. */
export default function CapacityTestPage() {
  const [isHere, setHere] = useState(false)
  useEffect(() => setHere(true), [])
  const waiting = (
    <>
      <Intro />
      <noscript>
        <p className="mt-8 font-medium">{words.noScript}</p>
      </noscript>
      {isHere && <Spinner size="large" />}
    </>
  )
  return (
    <div
      id="assessment"
      className="printed-alone mx-auto w-full max-w-column px-6 py-10 sm:py-14 print:max-w-none print:p-0"
    >
      {isHere ? (
        <AlertProvider>
          <Suspense fallback={waiting}>
            <CapacityTest />
          </Suspense>
        </AlertProvider>
      ) : (
        waiting
      )}
    </div>
  )
}

const Intro = () => (
  <>
    <h1 tabIndex={-1} className="text-3xl tracking-tight">
      {words.heading}
    </h1>
    <p className="mt-3 text-lg leading-relaxed text-muted">{words.lead}</p>
    <ul className="mt-5 list-disc space-y-1.5 ps-5 leading-relaxed">
      {words.points.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
    <InlineMessage className="mt-5">{words.guide}</InlineMessage>
    <p className="mt-4">
      <Link href={blankHref} className="text-link">
        {words.blank}
      </Link>
    </p>
  </>
)
