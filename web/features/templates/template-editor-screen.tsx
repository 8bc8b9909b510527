import { Film } from 'lucide-react'
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { useAlert } from '../../ui/alert-provider.tsx'
import { Breadcrumbs, type Crumb } from '../../ui/breadcrumbs.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ButtonLink } from '../../ui/plain/button.tsx'
import { draftKey, saveDraft, readStoredDraft, trialStorage, type StoredDraft } from './draft-autosave.ts'
import { drafts } from '../../ui/plain/draft-store.ts'
import { EditorForm } from './editor-form.tsx'
import type { TemplateEditorProps } from './use-template-editor.ts'
import { RestoreDraftPanel } from './restore-draft-panel.tsx'
import type { TemplateDraft } from './template-editor-rules.ts'

type TemplateEditorScreenProps = Omit<TemplateEditorProps, 'draftKey' | 'restored'> & {
  trail?: readonly Crumb[] | undefined
  lead?: ReactNode
  /** What a new template begins with, where it is not empty. */
  start?: TemplateDraft | undefined
}

/** A consent template, new or known, with what was kept of it. */
export function TemplateEditorScreen({ trail, lead, start, ...form }: TemplateEditorScreenProps) {
  const { template } = form
  const key = draftKey(template?.id ?? null)
  const isTrial = form.side === 'nobody'
  const found = useMemo(
    () => (isTrial ? readStoredDraft(trialStorage(), key) : findStoredDraft(key)),
    [key, isTrial],
  )
  const [answer, setAnswer] = useState<'restore' | 'discard' | null>(null)

  function discard() {
    saveDraft(isTrial ? trialStorage() : drafts, key, null)
    setAnswer('discard')
  }
  return (
    <div className="mx-auto max-w-page">
      <PageHeader
        title={template ? 'Edit Consent Template' : 'Create Consent Template'}
        lead={lead}
        back={trail && <Breadcrumbs trail={trail} />}
        actions={
          template &&
          form.videoPaths && (
            <ButtonLink href={form.videoPaths.videoSettings(template.id)} variant="quiet" icon={Film}>
              Video Settings
            </ButtonLink>
          )
        }
        className="mb-6"
      />
      {found && answer === null ? (
        <RestoreDraftPanel
          savedAt={found.keptAt}
          about={found.draft.name.trim()}
          onRestore={() => setAnswer('restore')}
          onDiscard={discard}
        >
          {found.versionId !== (template?.versionId ?? null) && (
            <p className="mt-2">
              Someone has saved the template since then. When you save, you can merge both.
            </p>
          )}
        </RestoreDraftPanel>
      ) : (
        <EditorForm
          {...form}
          draftKey={key}
          restored={answer === 'restore' ? found : unsavedDraftFrom(start)}
        />
      )}
    </div>
  )
}

const unsavedDraftFrom = (draft: TemplateDraft | undefined): StoredDraft | null =>
  draft ? { keptAt: '', versionId: null, draft } : null

/** What was tried before signing in goes to whoever makes a template next in this browser. */
function findStoredDraft(key: string): StoredDraft | null {
  const own = readStoredDraft(drafts, key)
  const trial = own ? null : readStoredDraft(trialStorage(), key)
  if (trial) {
    saveDraft(drafts, key, trial)
    saveDraft(trialStorage(), key, null)
  }
  return own ?? trial
}

/** Stands in the place of a template that could not be loaded: says so, then leaves. */
export function TemplateLoadFailure({ onLeave }: { onLeave: () => void }) {
  const alert = useAlert()
  const leave = useRef(onLeave)
  useEffect(() => void (leave.current = onLeave), [onLeave])
  useEffect(() => {
    void alert('Error loading template. Please try again.').then(() => leave.current())
  }, [alert])
  return <h1 className="sr-only">Edit Consent Template</h1>
}
