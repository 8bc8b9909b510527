import { useState } from 'react'
import { Button, ButtonLink } from '../../ui/plain/button.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import type { Problem } from '../../ui/use-task.ts'
import { ViewSwitch } from '../../ui/view-switch.tsx'
import { partOf } from './translation-draft.ts'
import { TranslationReading } from './translation-reading.tsx'
import { TranslationSection } from './translation-section.tsx'
import { useTranslationEditor, type TranslationEditorProps } from './use-translation-editor.ts'

const views = { write: 'Write', read: 'Read' }
type View = keyof typeof views

/** Everything that is written of a translation, one section open at a time. */
export function TranslationForm(props: TranslationEditorProps & { backHref: string }) {
  const { rendering, backHref } = props
  const work = useTranslationEditor(props)
  const { savedState, draft, saved, theirs, changed, busy } = work
  const { sections } = savedState.template
  const [view, setView] = useState<View>('write')
  const [openId, setOpenId] = useState(sections[0]?.id ?? null)
  const translated = savedState.translation?.sections ?? []
  return (
    <>
      <ViewSwitch views={views} view={view} onChange={setView} className="max-w-80" />
      {view === 'read' ? (
        <TranslationReading rendering={rendering} english={sections} draft={draft} saved={translated} />
      ) : (
        <ol className="space-y-3">
          {sections.map((english, index) => {
            const part = partOf(draft, english.id)
            const their = theirs.find(({ sectionId }) => sectionId === english.id)
            return (
              part && (
                <TranslationSection
                  key={english.id}
                  rendering={rendering}
                  english={english}
                  number={index + 1}
                  saved={translated.find(({ sectionId }) => sectionId === english.id)}
                  savedPart={partOf(saved, english.id)}
                  part={part}
                  their={their}
                  isEnglishNew={changed.includes(english.id)}
                  isOpen={openId === english.id}
                  onToggle={() => setOpenId(openId === english.id ? null : english.id)}
                  onChange={(change) => work.change(english.id, change)}
                  onTakeTheirs={() => their && work.takeTheirs(their)}
                />
              )
            )
          })}
        </ol>
      )}
      <div className="mt-6 space-y-4 border-t border-line pt-5">
        <ProblemMessage problem={work.problem}>
          <UnknownPlaceholders problem={work.problem} />
        </ProblemMessage>
        <div className="flex flex-wrap items-center gap-3">
          <Button
            aria-disabled={busy || undefined}
            className="min-w-40 aria-disabled:opacity-55"
            onClick={() => !busy && work.save()}
          >
            {busy ? 'Saving...' : 'Save Translation'}
          </Button>
          <ButtonLink href={backHref} variant="quiet">
            Back to the template
          </ButtonLink>
          {work.isUnsaved && !busy && <p className="text-muted">You have unsaved changes.</p>}
        </div>
      </div>
    </>
  )
}

type Refused = Problem & { details?: { unknown?: readonly string[] } }

function UnknownPlaceholders({ problem }: { problem: Refused | null }) {
  const unknown = problem?.details?.unknown ?? []
  if (unknown.length === 0) return null
  // As it stands in the text: it has no name.
  return <p className="mt-1">{unknown.map((name) => `{{${name}}}`).join(', ')}</p>
}
