import { useMemo } from 'react'
import { Breadcrumbs, type Crumb } from '../../ui/breadcrumbs.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Button, ButtonLink } from '../../ui/plain/button.tsx'
import { forgetDraft } from '../../ui/plain/form-draft.ts'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { useDraftState } from '../../ui/use-draft-state.tsx'
import { useTask } from '../../ui/use-task.ts'
import { useUnsavedChangesGuard } from './unsaved-changes-guard.ts'
import { saveInputOf, type EditorOperations } from './editor-saving.ts'
import { SectionVideo } from './section-video.tsx'
import { draftOf, withChangedSection, type DraftSection } from './template-editor-rules.ts'
import type { TemplateSide } from './template-operations.ts'
import type { Template } from './template-wording-dialog.tsx'

type TemplateVideoScreenProps = {
  template: Template
  side: TemplateSide
  operations: Pick<EditorOperations, 'update'>
  videoHref: (videoId: string) => string
  trail: readonly Crumb[]
  cancelHref: string
  onSaved: (saved: Template) => void
  /** Shows what somebody else has saved meanwhile. */
  onReload: () => void
}

type Media = DraftSection['media']

/** Patients see another video, or have to see it now: more than a matter of looks. */
const isMaterial = (before: Media, after: Media): boolean =>
  before?.url !== after?.url || before?.required !== after?.required

/** The video of a template's first section, and how patients are shown it; saving makes a new version. */
export function TemplateVideoScreen(props: TemplateVideoScreenProps) {
  const { template, side, operations, videoHref, trail, cancelHref, onSaved, onReload } = props
  const first = template.sections[0]
  const initialVideo = useMemo(() => ({ media: first?.media ?? null }), [first])
  const { state, setState, isUnsaved, offer } = useDraftState<{ media: Media }>('video', initialVideo)
  const { media } = state
  const { letGo } = useUnsavedChangesGuard(isUnsaved)
  const { busy, problem, run } = useTask()
  if (!first) return null

  const save = () =>
    run(async () => {
      const draft = draftOf(template)
      const sections = withChangedSection(draft.sections, first.id, { media })
      const saved = isUnsaved
        ? await operations.update({
            ...saveInputOf({ ...draft, sections }, template),
            ...{ templateId: template.id, versionId: template.versionId },
            reason: 'Changed the video settings',
            change: isMaterial(first.media, media) ? 'material' : 'cosmetic',
          })
        : template
      letGo()
      forgetDraft('video')
      onSaved(saved)
    })
  return (
    <div className="mx-auto max-w-column">
      <PageHeader
        title="Video Settings"
        lead={<span dir="auto">{template.name}</span>}
        back={<Breadcrumbs trail={trail} />}
        className="mb-6"
      />
      <Panel
        title={`Section 1: ${first.title}`}
        lead="A consent keeps the video and settings it was sent with."
      >
        {offer}
        <SectionVideo
          side={side}
          templateId={template.id}
          section={{ id: first.id, media }}
          onChange={(changed) => setState({ media: changed })}
          videoHref={videoHref}
          settingsOpen
          level={3}
        />
        <ProblemMessage problem={problem} className="mt-4">
          {problem?.reason === 'changed-meanwhile' && (
            <Button variant="quiet" size="small" className="mt-3" onClick={onReload}>
              Discard my changes and load theirs
            </Button>
          )}
        </ProblemMessage>
        <div className="mt-5 flex flex-wrap gap-2">
          <Button busy={busy} onClick={() => void save()}>
            Save video settings
          </Button>
          <ButtonLink href={cancelHref} variant="quiet">
            Cancel
          </ButtonLink>
        </div>
      </Panel>
    </div>
  )
}
