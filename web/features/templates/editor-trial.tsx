import { useConfirm } from '../../ui/alert-provider.tsx'
import { nobodyId } from './editor-draft-keeping.ts'
import { TemplateEditorScreen } from './template-editor-screen.tsx'

type EditorTrialProps = {
  words: { lead: string; register: { title: string; text: string; agree: string; stay: string } }
  onRegister: () => void
  onCancel: () => void
}

/** The editor where nobody is signed in: everything works but saving, which offers to register. */
export function EditorTrial({ words: { lead, register }, onRegister, onCancel }: EditorTrialProps) {
  const confirm = useConfirm()
  async function offer(letGo: () => void) {
    const { title, text, agree, stay } = register
    if (!(await confirm({ title, text, confirm: agree, cancel: stay }))) return
    letGo()
    onRegister()
  }
  return (
    <TemplateEditorScreen
      template={null}
      side="nobody"
      operations={null}
      writerId={nobodyId}
      lead={lead}
      onSaved={onRegister}
      onRefusedSave={(letGo) => void offer(letGo)}
      onCancel={onCancel}
    />
  )
}
