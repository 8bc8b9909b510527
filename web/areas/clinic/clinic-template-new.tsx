import { useNavigate } from 'react-router'
import { api } from '../../api.ts'
import { requirePermission } from '../../features/identity/guard.ts'
import { useSessionUser } from '../../features/identity/session-user.tsx'
import { goBack } from '../../features/templates/editor-leaving.ts'
import { TemplateEditorScreen } from '../../features/templates/template-editor-screen.tsx'
import { pageTitle } from '../../page-meta.ts'
import { useToast } from '../../ui/toast.tsx'
import { templatePaths } from './clinic-paths.ts'

export const meta = () => pageTitle('Create Consent Template')

export const clientMiddleware = [requirePermission('manageTemplates')]

export default function ClinicTemplateNew() {
  const navigate = useNavigate()
  const toast = useToast()
  const { list } = templatePaths
  function goOn() {
    toast('Template created.')
    void navigate(list, { replace: true })
  }
  return (
    <TemplateEditorScreen
      template={null}
      side="clinic"
      operations={api.templates}
      writerId={useSessionUser().uid}
      back={{ href: list, label: 'Back to templates' }}
      onSaved={goOn}
      onCancel={() => goBack(navigate, list)}
    />
  )
}
