import { useEffect, useState } from 'react'
import { useConfirm } from '../../ui/alert-provider.tsx'
import { Spinner } from '../../ui/plain/spinner.tsx'
import { TemplateEditorScreen } from './template-editor-screen.tsx'
import { newDraft, replaceWording, type BuiltInWording, type TemplateDraft } from './template-editor-rules.ts'

type EditorTrialProps = {
  words: { lead: string; register: { title: string; text: string; agree: string; stay: string } }
  /** Begin with the wording of the sample form, to change it. */
  isSample: boolean
  onRegister: () => void
  onCancel: () => void
}

/** The wording of the sample form as somebody begins to change it. */
async function sampleDraft(): Promise<TemplateDraft> {
  const { default: wording } = await import('../../../build/content/library/molar-root-canal.json')
  const { name, description, treatmentType, treatmentSubtype, requiresTooth, requiresDiagnosis } = wording
  const facts = { name, description, treatmentType, treatmentSubtype, requiresTooth, requiresDiagnosis }
  return replaceWording({ ...newDraft(), ...facts }, wording as BuiltInWording)
}

/** The editor where nobody is signed in: everything works but saving, which offers to register. */
export function EditorTrial({ words: { lead, register }, isSample, onRegister, onCancel }: EditorTrialProps) {
  const confirm = useConfirm()
  const [start, setStart] = useState<TemplateDraft | 'nothing'>()
  useEffect(() => {
    if (!isSample) return setStart('nothing')
    // Without the library it begins empty; everything else works.
    sampleDraft().then(setStart, () => setStart('nothing'))
  }, [isSample])
  async function offerRegistration(release: () => void) {
    const { title, text, agree, stay } = register
    if (!(await confirm({ title, text, confirm: agree, cancel: stay }))) return
    release()
    onRegister()
  }
  if (start === undefined) return <Spinner size="large" />
  return (
    <TemplateEditorScreen
      start={start === 'nothing' ? undefined : start}
      template={null}
      side="nobody"
      operations={null}
      lead={lead}
      onSaved={onRegister}
      onSaveRefused={(letGo) => void offerRegistration(letGo)}
      onCancel={onCancel}
    />
  )
}
