import { useCallback, useEffect, useState } from 'react'
import { api, type Api } from '../../api.ts'
import { DescriptionList, type Description } from '../../ui/description-list.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FailedState } from '../../ui/failed-state.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { Disclosure } from '../../ui/plain/disclosure.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { RichText } from '../../ui/plain/rich-text.tsx'
import { SkeletonText } from '../../ui/plain/skeleton.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useTask, type Problem } from '../../ui/use-task.ts'
import {
  placedPictures,
  requirementsText,
  TemplateDetails,
  useLibraryPictures,
  WordingFigures,
} from '../templates/index.ts'

/** Which template is read, and what may be done with it then. */
export type ReadTemplate = {
  templateId: string
  name: string
  act: 'share' | 'update' | null
  /** The group's copy of it; null where there is none yet. */
  sharedId: string | null
}

type Wording = Awaited<ReturnType<Api['groupTemplates']['get']>>

type GroupTemplateDialogProps = { read: ReadTemplate; onClose: () => void; onChanged: () => Promise<void> }

/** The wording of a template, and the button that shares what was read. */
export function GroupTemplateDialog({ read, onClose, onChanged }: GroupTemplateDialogProps) {
  const { templateId, name, act, sharedId } = read
  const [wording, setWording] = useState<Wording>()
  const loading = useTask()
  const { run: runLoading } = loading
  const sharing = useTask()
  const toast = useToast()
  const load = useCallback(
    () => runLoading(async () => setWording(await api.groupTemplates.get({ templateId }))),
    [runLoading, templateId],
  )
  useEffect(() => void load(), [load])

  async function share({ versionId }: Wording) {
    const isDone = await sharing.run(async () => {
      try {
        if (act === 'update') await api.groupTemplates.update({ templateId: sharedId!, versionId })
        else await api.groupTemplates.share({ templateId, versionId })
      } catch (error) {
        const { reason } = error as Problem
        if (reason === 'changed-meanwhile') await load()
        if (reason === 'already-shared' || reason === 'nothing-new') await onChanged()
        throw error
      }
      toast(act === 'update' ? 'New version shared' : 'Template shared')
      await onChanged()
    })
    if (isDone) onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={name}
      description={
        act && 'Other practices will use this wording. Check that it names no practice, person or price.'
      }
      size="large"
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {act ? 'Cancel' : 'Close'}
          </Button>
          {act && wording && (
            <Button busy={sharing.busy} onClick={() => void share(wording)}>
              {act === 'update' ? 'Share this version' : 'Share with the group'}
            </Button>
          )}
        </>
      }
    >
      {wording && act === 'update' && <InlineMessage className="mb-4">{changeText(wording)}</InlineMessage>}
      {wording && <WordingView wording={wording} />}
      {!wording && !loading.problem && <SkeletonText lines={8} />}
      {loading.problem && (
        <FailedState reference={loading.problem.requestId} onRetry={() => void load()} busy={loading.busy} />
      )}
      <ProblemMessage problem={sharing.problem} className="mt-4" />
    </Dialog>
  )
}

/** What the next version asks of practices. */
const changeText = ({ change }: Wording): string =>
  change === 'cosmetic'
    ? 'The change is cosmetic. Practices that adopted it go on, and no consent needs reconfirming.'
    : 'The change is material. Practices must adopt it again; signed consents need reconfirming.'

const factsOf = (wording: Wording): Description[] => [
  { term: 'Description', detail: <span dir="auto">{wording.description || '-'}</span> },
  { term: 'Treatment Type', detail: <span dir="auto">{wording.treatmentType}</span> },
  { term: 'Subtype', detail: <span dir="auto">{wording.treatmentSubtype || '-'}</span> },
  { term: 'Required details', detail: requirementsText(wording) },
]

/** All that is copied when it is shared. */
function WordingView({ wording }: { wording: Wording }) {
  const { sections, evidence, label } = wording
  const pictures = placedPictures(useLibraryPictures(), wording.pictures, sections)
  return (
    <>
      <DescriptionList items={factsOf(wording)} className="mb-6" />
      {sections.map(({ id, title, content, media }, at) => (
        <section key={id} className="mb-6">
          <h3 className="mb-2 text-h2" dir="auto">
            {title}
          </h3>
          <RichText html={content} />
          {media && <SectionMedia media={media} />}
          <WordingFigures text={{ ...wording, pictures }} sectionIndex={at} />
        </section>
      ))}
      <TemplateDetails template={wording} />
      {evidence.length > 0 && (
        <Disclosure summary={`Evidence (${evidence.length})`}>
          <ul className="list-disc space-y-1.5 ps-5">
            {evidence.map(({ claim, source }, index) => (
              <li key={index} dir="auto">
                {claim} <span className="wrap-anywhere text-muted">{source}</span>
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
      <p className="mt-4 text-small text-muted">Version {label}</p>
    </>
  )
}

type Media = NonNullable<Wording['sections'][number]['media']>

const SectionMedia = ({ media: { url, required, transcript } }: { media: Media }) => (
  <DescriptionList
    className="mt-4"
    items={[
      {
        term: required ? 'Video, to be watched before signing' : 'Video',
        detail: (
          <a className="text-link wrap-anywhere" href={url} target="_blank" rel="noreferrer">
            {url.startsWith('https:') ? url : 'Watch'}
          </a>
        ),
      },
      {
        term: 'Transcript',
        detail: (
          <span dir="auto" className="whitespace-pre-line">
            {transcript || '-'}
          </span>
        ),
      },
    ]}
  />
)
