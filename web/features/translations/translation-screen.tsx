import { Download } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { Translation } from '../../../contract/translations.ts'
import { Breadcrumbs, type Crumb } from '../../ui/breadcrumbs.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { drafts } from '../../ui/plain/draft-store.ts'
import { saveFile } from '../../ui/plain/save-file.ts'
import { useToast } from '../../ui/toast.tsx'
import { saveDraft, RestoreDraftPanel } from '../templates/index.ts'
import { draftOf } from './translation-draft.ts'
import { TranslationForm } from './translation-form.tsx'
import { readStoredTranslation, translationDraftKey } from './translation-autosave.ts'
import type { Rendering, TranslationOperations } from './translation-operations.ts'
import { TranslationReading } from './translation-reading.tsx'
import { xliffOf } from './translation-xliff.ts'
import { formatWords, languageWords, renderingName } from './translation-words.ts'
import type { SavedState } from './use-translation-editor.ts'

type TranslationScreenProps = {
  savedState: SavedState
  rendering: Rendering
  operations: Pick<TranslationOperations, 'save'>
  /** Reads template and translation anew. */
  load: () => Promise<SavedState>
  canWrite: boolean
  trail: readonly Crumb[]
  /** The template, when writing ends. */
  backHref: string
}

/** One translation beside the English: to be written by whoever may change the template, to be read by others. */
export function TranslationScreen(props: TranslationScreenProps) {
  const { savedState, rendering, canWrite, trail } = props
  const { template } = savedState
  const [translation, setTranslation] = useState(savedState.translation)
  const { ownName } = languageWords(rendering.language)
  return (
    <div className="mx-auto max-w-page">
      <PageHeader
        title={renderingName(rendering)}
        badge={
          rendering.language !== 'en' && (
            <span lang={rendering.language} dir="auto" className="text-lead text-muted">
              {ownName}
            </span>
          )
        }
        lead={
          <>
            <span dir="auto">{template.name}</span>
            {`. ${formatWords[rendering.format]} format.`}
          </>
        }
        back={<Breadcrumbs trail={trail} />}
        actions={translation && <DownloadXliff {...{ template, translation }} />}
        className="mb-6"
      />
      {canWrite ? (
        <TranslationEditor {...props} onTranslated={setTranslation} />
      ) : (
        <TranslationReading
          rendering={rendering}
          english={template.sections}
          draft={draftOf(template.sections, translation)}
          saved={translation?.sections ?? []}
        />
      )}
    </div>
  )
}

/** What is saved, for a translator's own program. */
function DownloadXliff({
  template,
  translation,
}: {
  template: SavedState['template']
  translation: Translation
}) {
  const { language, format, sections: translated } = translation
  const { name: templateName, sections: english } = template
  const save = () =>
    saveFile(
      `${[templateName, language, format]
        .join(' ')
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}]+/gu, '-')}.xlf`,
      new Blob([xliffOf({ templateName, language, english, translated })], { type: 'application/xliff+xml' }),
    )
  return (
    <Button variant="quiet" icon={Download} onClick={save}>
      Download for translators (XLIFF)
    </Button>
  )
}

function TranslationEditor(props: TranslationScreenProps & { onTranslated: (saved: Translation) => void }) {
  const { savedState, rendering, onTranslated } = props
  const toast = useToast()
  const key = translationDraftKey(savedState.template.id, rendering)
  const found = useMemo(() => readStoredTranslation(drafts, key), [key])
  const [answer, setAnswer] = useState<'restore' | 'discard' | null>(null)

  function discard() {
    saveDraft(drafts, key, null)
    setAnswer('discard')
  }
  if (found && answer === null)
    return (
      <RestoreDraftPanel savedAt={found.keptAt} onRestore={() => setAnswer('restore')} onDiscard={discard} />
    )
  return (
    <TranslationForm
      {...props}
      draftKey={key}
      restored={answer === 'restore' ? found : null}
      onSaved={(saved) => {
        onTranslated(saved)
        toast(`${renderingName(rendering)} is saved.`)
      }}
    />
  )
}
