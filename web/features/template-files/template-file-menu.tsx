import { FileDown, FileUp } from 'lucide-react'
import { Menu } from '../../ui/menu.tsx'

type TemplateFileMenuProps = { side: 'clinic' | 'admin'; importHref: string }

/** Templates as files: one's own to keep, and others taken in. For people who may change templates. */
export const TemplateFileMenu = ({ side, importHref }: TemplateFileMenuProps) => (
  <Menu
    label="Import or export"
    trigger="Import or export"
    align="end"
    items={[
      { label: 'Import from files', icon: FileUp, href: importHref },
      {
        ...{ label: 'Export as JSON', icon: FileDown, download: true, separated: true },
        href: `/api/${side}/template-files/json`,
      },
      {
        ...{ label: 'Export as Markdown', icon: FileDown, download: true },
        href: `/api/${side}/template-files/markdown`,
      },
    ]}
  />
)
