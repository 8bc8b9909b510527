import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { ErrorSummary } from '../../ui/plain/error-summary.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { useTreatmentHierarchy } from '../treatments/index.ts'
import { unplacedFindings, findingsIn, useWordingChecks } from './wording-checks.ts'
import { EditorDetails } from './editor-details.tsx'
import { FindingList, SectionFindingsBadge, type RenderFindings } from './editor-findings.tsx'
import { EditorLists } from './editor-lists.tsx'
import { EditorMergeDialog } from './editor-merge-dialog.tsx'
import { conflictWords } from './editor-merge-words.ts'
import { EditorOffer } from './editor-offer.tsx'
import { EditorPreview } from './editor-preview.tsx'
import { EditorSavePart } from './editor-save-part.tsx'
import { EditorSections, type OpenSection } from './editor-sections.tsx'
import type { useEditorState } from './editor-state.ts'
import { EditorViews } from './editor-views.tsx'
import { useTemplateEditor, type TemplateEditorProps } from './use-template-editor.ts'
import { SectionVideo } from './section-video.tsx'
import {
  draftOf,
  withChangedSection,
  type DraftSection,
  type TemplateDraft,
} from './template-editor-rules.ts'
import { savingHint } from './pending-version.ts'

/** Everything that is written of a template, and its preview. */
export function EditorForm(props: TemplateEditorProps) {
  const work = useTemplateEditor(props)
  const { template, state, note, errors, view, places, saving } = work
  const { draft, change } = state
  const videoOf = (section: DraftSection, index: number): ReactNode =>
    props.videoPaths &&
    props.side !== 'nobody' &&
    (index === 0 || section.media) && (
      <SectionVideo
        side={props.side}
        templateId={template?.id ?? null}
        section={section}
        onChange={(media) =>
          change((now) => ({ ...now, sections: withChangedSection(now.sections, section.id, { media }) }))
        }
        videoHref={props.videoPaths.video}
      />
    )
  return (
    <>
      <EditorViews view={view} onChange={work.setView} />
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_23rem]">
        <div className={clsx('min-w-0 space-y-6', view === 'preview' && 'max-xl:hidden')}>
          <ErrorSummary errors={errors} className="mb-0" />
          <EditorOffer taking={work.taking} />
          <DetailsPanel state={state} side={props.side} />
          <SectionsPanel
            draft={draft}
            change={change}
            open={places.open}
            onOpen={places.openSection}
            videoOf={videoOf}
          />
          <Panel title="Risks, questions, cautions and pictures">
            <EditorLists
              draft={draft}
              errors={errors}
              onChange={(changed) => change((now) => ({ ...now, ...changed }))}
            />
          </Panel>
          <EditorSavePart
            isNew={template === null}
            note={note}
            onNote={work.setNote}
            noteError={saving.seriousRisk}
            hint={props.needsApproval ? savingHint(template) : undefined}
            busy={saving.busy}
            onSave={() => void work.save()}
            onCancel={props.onCancel}
          />
        </div>
        <div className={clsx('min-w-0 xl:h-full', view === 'write' && 'max-xl:hidden')}>
          <EditorPreview draft={draft} sectionIndex={places.at} onPageChange={places.turn} />
        </div>
      </div>
      {saving.merging && (
        <EditorMergeDialog
          versions={{ ...saving.merging, theirs: draftOf(saving.merging.theirs) }}
          words={conflictWords(saving.merging.theirs)}
          onMerged={work.saveMerged}
          onClose={saving.closeMerging}
        />
      )}
    </>
  )
}

type State = ReturnType<typeof useEditorState>

function DetailsPanel({ state, side }: { state: State; side: TemplateEditorProps['side'] }) {
  const hierarchy = useTreatmentHierarchy(side)
  return (
    <Panel title="Template">
      <EditorDetails
        draft={state.draft}
        onChange={state.change}
        hierarchy={hierarchy}
        onSubtype={state.hideNotice}
        onAutoFill={state.autoFill}
        filledFor={state.filledFor}
        onUndo={state.undo}
      />
    </Panel>
  )
}

type SectionsPanelProps = {
  draft: TemplateDraft
  change: State['change']
  open: OpenSection
  onOpen: (id: number | null) => void
  videoOf: (section: DraftSection, index: number) => ReactNode
}

function SectionsPanel({ draft, change, open, onOpen, videoOf }: SectionsPanelProps) {
  const checked = useWordingChecks(draft)
  const titleAt = (index: number) => draft.sections[index]?.title ?? ''
  const markOf = (index: number): ReactNode => {
    const title = titleAt(index)
    return (
      <SectionFindingsBadge
        findings={findingsIn(checked, title)}
        reading={checked?.readings.get(title.trim())}
      />
    )
  }
  const findingsOf =
    (index: number): RenderFindings =>
    (onFix) => (
      <FindingList
        title="Notes on this section"
        findings={findingsIn(checked, titleAt(index))}
        onFix={onFix}
      />
    )
  return (
    <section aria-labelledby="template-sections" className="space-y-3">
      <h2 id="template-sections">Sections</h2>
      <EditorSections
        sections={draft.sections}
        onChange={(next) => change((now) => ({ ...now, sections: [...next(now.sections)] }))}
        open={open}
        onOpen={onOpen}
        badgeOf={markOf}
        findingsOf={findingsOf}
        videoOf={videoOf}
      />
      <FindingList title="Notes on the whole template" findings={unplacedFindings(checked, draft)} />
    </section>
  )
}
