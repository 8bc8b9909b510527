import { Plus } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useAlert, useConfirm } from '../../ui/alert-provider.tsx'
import { Button } from '../../ui/plain/button.tsx'
import type { RenderFindings } from './editor-findings.tsx'
import { EditorSection, sectionIds } from './editor-section.tsx'
import {
  isBlankHtml,
  lastSectionText,
  sectionLabel,
  withChangedSection,
  removeSection,
  addSection,
  moveSection,
  type DraftSection,
} from './template-editor-rules.ts'

/** Which section is open, and how often the caret was sent into its text. */
export type OpenSection = { id: number | null; focusRequest: number }

type EditorSectionsProps = {
  sections: readonly DraftSection[]
  onChange: (change: (sections: readonly DraftSection[]) => readonly DraftSection[]) => void
  open: OpenSection
  onOpen: (id: number | null) => void
  badgeOf: (index: number) => ReactNode
  findingsOf: (index: number) => RenderFindings
  /** The video of a section, or the way to one; nothing where none may be. */
  videoOf: (section: DraftSection, index: number) => ReactNode
}

/** The sections of a template, one of them open at a time. */
export function EditorSections({
  sections,
  onChange,
  open,
  onOpen,
  badgeOf,
  findingsOf,
  videoOf,
}: EditorSectionsProps) {
  const alert = useAlert()
  const confirm = useConfirm()
  const [moveAnnouncement, setMoved] = useState('')
  const focusNext = useFocusAfterRender()

  async function remove(section: DraftSection, index: number) {
    const rest = removeSection(sections, section.id)
    if (!rest) return alert(lastSectionText)
    const isWritten = !isBlankHtml(section.content) || section.media !== null
    const agreed =
      !isWritten ||
      (await confirm({
        title: `Remove “${section.title.trim() || 'Untitled'}”?`,
        text: 'Its text is removed too. The saved template does not change until you save.',
        confirm: 'Remove section',
        danger: true,
      }))
    if (!agreed) return
    onChange((now) => removeSection(now, section.id) ?? now)
    onOpen(null)
    const neighbour = rest[Math.min(index, rest.length - 1)]
    if (neighbour) focusNext(sectionIds(neighbour.id).toggle)
  }
  function move(section: DraftSection, index: number, by: -1 | 1) {
    const to = index + by
    if (to < 0 || to >= sections.length) return
    onChange((now) => moveSection(now, section.id, by))
    setMoved(`Moved. Now ${sectionLabel(to + 1, section.title)}`)
    focusNext(by < 0 ? sectionIds(section.id).up : sectionIds(section.id).down)
  }
  function add() {
    const longer = addSection(sections, new Date())
    const added = longer.at(-1)
    if (!added) return
    onChange((now) => [...now, added])
    onOpen(added.id)
    focusNext(sectionIds(added.id).title)
  }
  return (
    <>
      <ol className="space-y-3">
        {sections.map((section, index) => (
          <EditorSection
            key={section.id}
            section={section}
            number={index + 1}
            count={sections.length}
            isOpen={open.id === section.id}
            onToggle={() => onOpen(open.id === section.id ? null : section.id)}
            onChange={(change) => onChange((now) => withChangedSection(now, section.id, change))}
            onMove={(by) => move(section, index, by)}
            onRemove={() => void remove(section, index)}
            focusRequest={open.id === section.id ? open.focusRequest : 0}
            badge={badgeOf(index)}
            findings={findingsOf(index)}
            video={open.id === section.id && videoOf(section, index)}
          />
        ))}
      </ol>
      <p role="status" className="sr-only">
        {moveAnnouncement}
      </p>
      <Button variant="quiet" icon={Plus} onClick={add} className="mt-3">
        Add Section
      </Button>
    </>
  )
}

/** Gives the focus to what will be drawn, or drawn elsewhere, by the change that is under way. */
function useFocusAfterRender(): (id: string) => void {
  const focusTargetId = useRef<string | null>(null)
  useEffect(() => {
    if (focusTargetId.current === null) return
    document.getElementById(focusTargetId.current)?.focus()
    focusTargetId.current = null
  })
  return (id) => void (focusTargetId.current = id)
}
