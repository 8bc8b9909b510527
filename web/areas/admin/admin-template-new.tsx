import { useNavigate } from 'react-router'
import { api } from '../../api.ts'
import { goBack } from '../../features/templates/unsaved-changes-guard.ts'
import { TemplateEditorScreen } from '../../features/templates/template-editor-screen.tsx'
import { pageTitle } from '../../page-meta.ts'
import { platformTemplatePaths } from './platform-template-context.ts'
import { savedTemplatePath } from './saved-template-path.ts'

export const meta = () => pageTitle('Create Consent Template')

export default function AdminTemplateNew() {
  const navigate = useNavigate()
  const { list } = platformTemplatePaths
  return (
    <TemplateEditorScreen
      template={null}
      side="admin"
      videoPaths={platformTemplatePaths}
      operations={api.adminTemplates}
      trail={platformTemplatePaths.trail}
      onSaved={({ id }) => void navigate(savedTemplatePath(id), { replace: true })}
      onCancel={() => goBack(navigate, list)}
    />
  )
}
