import { api } from '../../api.ts'
import { requirePermission } from '../../features/identity/guard.ts'
import { TemplateImportScreen } from '../../features/template-files/template-import-screen.tsx'
import { pageTitle } from '../../page-meta.ts'
import { templatePaths } from './clinic-paths.ts'

export const meta = () => pageTitle('Import templates')

export const clientMiddleware = [requirePermission('manageTemplates')]

export default function ClinicTemplateImport() {
  return (
    <div className="mx-auto max-w-page">
      <TemplateImportScreen
        operations={api.templateFiles}
        trail={templatePaths.trail}
        listHref={templatePaths.list}
        viewHref={templatePaths.view}
      />
    </div>
  )
}
