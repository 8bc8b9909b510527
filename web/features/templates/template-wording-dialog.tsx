import { useCallback, useEffect, useState } from 'react'
import { api, type Api } from '../../api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FailedState } from '../../ui/failed-state.tsx'
import { Disclosure } from '../../ui/plain/disclosure.tsx'
import { RichText } from '../../ui/plain/rich-text.tsx'
import { SkeletonText } from '../../ui/plain/skeleton.tsx'
import { useTask } from '../../ui/use-task.ts'
import { placedPictures, useLibraryPictures } from './library-pictures.ts'
import { RiskSources } from './risk-sources.tsx'
import type { TemplateSummary } from './use-templates.ts'
import { WordingFigures } from './wording-figures.tsx'

export type Template = Awaited<ReturnType<Api['templates']['get']>>

type TemplateWordingDialogProps = {
  template: Pick<TemplateSummary, 'id' | 'name' | 'description'>
  onClose: () => void
}

/** The whole wording of a template, with the names of its details where a patient's will stand. */
export function TemplateWordingDialog({ template, onClose }: TemplateWordingDialogProps) {
  const [wording, setWording] = useState<Template>()
  const library = useLibraryPictures()
  const pictures = wording && placedPictures(library, wording.pictures, wording.sections)
  const { problem, run, busy } = useTask()
  const load = useCallback(
    () => run(async () => setWording(await api.templates.get({ templateId: template.id }))),
    [run, template.id],
  )
  useEffect(() => void load(), [load])

  return (
    <Dialog open onOpenChange={onClose} title={template.name} description={template.description} size="large">
      {wording?.sections.map((section, at) => (
        <section key={section.id} className="mb-6">
          <h3 className="mb-2 text-h2">{section.title}</h3>
          <RichText html={section.content} />
          <WordingFigures text={{ ...wording, pictures }} sectionIndex={at} />
        </section>
      ))}
      {wording && wording.risks.length > 0 && (
        <Disclosure
          summary={`For the clinician: risks and sources (${wording.risks.length})`}
          className="mb-4"
        >
          <RiskSources risks={wording.risks} />
        </Disclosure>
      )}
      {wording && <p className="text-small text-muted">Version {wording.version}</p>}
      {!wording && !problem && <SkeletonText lines={8} />}
      {problem && <FailedState reference={problem.requestId} onRetry={() => void load()} busy={busy} />}
    </Dialog>
  )
}
