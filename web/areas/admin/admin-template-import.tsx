import { api } from '../../api.ts'
import { TemplateImportScreen } from '../../features/template-files/template-import-screen.tsx'
import { pageTitle } from '../../page-meta.ts'
import { platformTemplatePaths } from './platform-template-context.ts'

export const meta = () => pageTitle('Import templates')

export default function AdminTemplateImport() {
  return (
    <div className="mx-auto max-w-page">
      <TemplateImportScreen
        operations={api.adminTemplateFiles}
        trail={platformTemplatePaths.trail}
        listHref={platformTemplatePaths.list}
        viewHref={platformTemplatePaths.view}
      />
    </div>
  )
}
