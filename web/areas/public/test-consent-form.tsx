import { Suspense, useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import trial from '../../../build/content/page.trial.json'
import { publicMeta } from '../../page-meta.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { UiProviders } from '../../ui/ui-providers.tsx'
import { lazyPart } from '../../ui/plain/lazy-part.ts'
import { Spinner } from '../../ui/plain/spinner.tsx'

const EditorTrial = lazyPart(async () => ({
  default: (await import('../../features/templates/editor-trial.tsx')).EditorTrial,
}))

export const meta = () => publicMeta('/test-consent-form', trial)

/** The template editor for anybody. It reads what this browser keeps, so it is drawn there alone. */
export default function TestConsentForm() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const [isHere, setHere] = useState(false)
  useEffect(() => setHere(true), [])
  return (
    <UiProviders>
      <div className="mx-auto w-full max-w-page px-6 py-8">
        {isHere ? (
          <Suspense fallback={<EditorPlaceholder />}>
            <EditorTrial
              words={trial}
              isSample={search.get('from') === 'sample'}
              onRegister={() => void navigate('/register')}
              onCancel={() => void navigate('/')}
            />
          </Suspense>
        ) : (
          <EditorPlaceholder />
        )}
      </div>
    </UiProviders>
  )
}

/** What stands there before the editor has come, as it will stand above it. */
function EditorPlaceholder() {
  return (
    <div className="mx-auto max-w-page">
      <PageHeader title={trial.heading} lead={trial.lead} />
      <Spinner size="large" />
    </div>
  )
}
